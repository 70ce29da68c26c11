import type { TokenReview } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import {
  InvalidCredential,
  readsTokens,
  type TokenAuthenticator,
  type TokenIdentity,
  withAuthenticatedGroup,
} from '@orch/authentication';
import type { Requester } from '@orch/http';
import { questions } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/**
 * Whom a token stands for, as this server's own authentication says (D-008), and for which of the audiences in question it is good: it has
 * to be for one (D-009). A review that names none asks for those of this server. `authenticated` is always there, also when false.
 */
export const tokenReviews = ({ authenticators, apiAudiences }: VirtualParts): VirtualResource => {
  const readers = authenticators.filter(readsTokens);
  return questions<TokenReview>(async ({ spec }, context) => {
    if (!spec.token) throw ApiError.badRequest('token is required for TokenReview in authentication');
    const audiences = spec.audiences?.length ? spec.audiences : apiAudiences;
    try {
      const found = await identityOf(readers, spec.token, audiences, context);
      if (!found) return UNKNOWN;
      const user = withAuthenticatedGroup(found.user);
      return { authenticated: true, user, audiences: [...(found.audiences ?? apiAudiences)] };
    } catch (error) {
      if (!(error instanceof InvalidCredential)) throw error;
      return error.told === undefined ? UNKNOWN : { authenticated: false, error: error.told };
    }
  });
};

const UNKNOWN = Object.freeze({ authenticated: false, error: 'invalid bearer token' });

/** @throws InvalidCredential of the last reader that knows the token as a bad one, when no other takes it. */
async function identityOf(
  readers: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[],
  requester: Requester,
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
