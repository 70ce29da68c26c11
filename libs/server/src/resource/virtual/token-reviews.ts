import type { TokenReview } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import {
  InvalidCredential,
  readsTokens,
  type TokenAuthenticator,
  type TokenCarrier,
  type TokenIdentity,
  withAuthenticatedGroup,
} from '@orch/authentication';
import type { RequestContext } from '@orch/http';
import { reviewKind } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/**
 * The user of a token, by this server's own authentication (D-008), and the audiences for which it is valid: at least
 * one of those in the review (D-009), by default those of this server.
 */
export const tokenReviews = ({ authenticators, apiAudiences, largeObjects }: VirtualParts): VirtualResource => {
  const readers = authenticators.filter(readsTokens);
  const answer = async ({ spec }: TokenReview, context: RequestContext): Promise<object> => {
    if (!spec.token) throw ApiError.badRequest('token is required for TokenReview in authentication');
    const audiences = spec.audiences?.length ? spec.audiences : apiAudiences;
    try {
      const found = await identityOf(readers, spec.token, audiences, context);
      if (!found) return UNKNOWN;
      const user = withAuthenticatedGroup(found.user);
      return { authenticated: true, user, audiences: [...(found.audiences ?? apiAudiences)] };
    } catch (error) {
      if (!(error instanceof InvalidCredential)) throw error;
      return error.publicMessage === undefined ? UNKNOWN : { authenticated: false, error: error.publicMessage };
    }
  };
  return reviewKind<TokenReview>(answer, { largeAnswers: largeObjects?.answers });
};

const UNKNOWN = Object.freeze({ authenticated: false, error: 'invalid bearer token' });

/** @throws InvalidCredential of the last authenticator that rejects the token, when no other accepts it. */
async function identityOf(
  readers: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[],
  requester: TokenCarrier,
): Promise<TokenIdentity | undefined> {
  let bad: InvalidCredential | undefined;
  for (const reader of readers) {
    try {
      const identity = await reader.authenticateToken(token, audiences, requester);
      if (identity) return identity;
    } catch (error) {
      if (!(error instanceof InvalidCredential)) throw error;
      bad = error;
    }
  }
  if (bad) throw bad;
  return undefined;
}
