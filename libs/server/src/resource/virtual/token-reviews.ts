import type { TokenReview, UserInfo } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { InvalidCredential, readsTokens, type TokenAuthenticator } from '../../authentication/authenticator.js';
import { withAuthenticatedGroup } from '../../authentication/groups.js';
import { questions } from './sent-object.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/**
 * Whom a token stands for, as this server's own authentication says. No audiences are told: the tokens it knows are for the
 * server itself, which is what an answer without audiences means.
 */
export const tokenReviews = ({ authenticators }: VirtualParts): VirtualResource => {
  const readers = authenticators.filter(readsTokens);
  return questions<TokenReview>(async ({ spec }) => {
    if (!spec.token) throw ApiError.badRequest('token is required for TokenReview in authentication');
    const user = await userOf(readers, spec.token);
    return user ? { authenticated: true, user: withAuthenticatedGroup(user) } : { error: 'invalid bearer token' };
  });
};

async function userOf(readers: readonly TokenAuthenticator[], token: string): Promise<UserInfo | undefined> {
  for (const reader of readers) {
    try {
      const user = await reader.authenticateToken(token);
      if (user) return user;
    } catch (error) {
      // Not good for this reader; its text is for the log only.
      if (!(error instanceof InvalidCredential)) throw error;
    }
  }
  return undefined;
}
