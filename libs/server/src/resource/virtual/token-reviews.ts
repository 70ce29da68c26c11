import type { TokenReview } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import {
  InvalidCredential,
  readsTokens,
  type TokenAuthenticator,
  type TokenIdentity,
} from '../../authentication/authenticator.js';
import { withAuthenticatedGroup } from '../../authentication/groups.js';
import { questions } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/**
 * Whom a token stands for, as this server's own authentication says (D-008). With audiences: for which of them the token is good;
 * it has to be for one (D-009).
 */
export const tokenReviews = ({ authenticators, apiAudiences }: VirtualParts): VirtualResource => {
  const readers = authenticators.filter(readsTokens);
  return questions<TokenReview>(async ({ spec }) => {
    if (!spec.token) throw ApiError.badRequest('token is required for TokenReview in authentication');
    const asked = spec.audiences?.length ? spec.audiences : undefined;
    try {
      const found = await identityOf(readers, spec.token, asked ?? apiAudiences);
      if (!found) return UNKNOWN;
      const user = withAuthenticatedGroup(found.user);
      return { authenticated: true, user, ...(asked && found.audiences && { audiences: found.audiences }) };
    } catch (error) {
      if (!(error instanceof InvalidCredential)) throw error;
      return error.told === undefined ? UNKNOWN : { error: error.told };
    }
  });
};

const UNKNOWN = Object.freeze({ error: 'invalid bearer token' });

/** @throws InvalidCredential of the last reader that knows the token as a bad one, when no other takes it. */
async function identityOf(
  readers: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[],
): Promise<TokenIdentity | undefined> {
  let bad: InvalidCredential | undefined;
  for (const reader of readers) {
    try {
      const identity = await reader.authenticateToken(token, audiences);
      if (identity) return identity;
    } catch (error) {
      if (!(error instanceof InvalidCredential)) throw error;
      bad = error;
    }
  }
  if (bad) throw bad;
  return undefined;
}
