import type { UserInfo } from '@orch/api';
import { type Authenticator, InvalidCredential, type TokenAuthenticator } from './authenticator.js';

/**
 * The token of an `Authorization: Bearer` header. The scheme is case-insensitive and outer spaces do not matter (D-001);
 * another scheme or an empty token is no credential (D-002).
 */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const header = authorization.trim();
  if (header.length < 8 || header.charCodeAt(6) !== 0x20 || header.slice(0, 6).toLowerCase() !== 'bearer')
    return undefined;
  // More than one word after the scheme is no token, as is none.
  const token = header.slice(7).trim();
  return token === '' ? undefined : token;
}

/** Hands the bearer token to each reader in turn. A token nobody knows is a bad credential (B-116). */
export function bearerTokenAuthenticator(readers: readonly TokenAuthenticator[]): Authenticator & TokenAuthenticator {
  const ask = (token: string, from: number): UserInfo | Promise<UserInfo> => {
    for (let i = from; i < readers.length; i++) {
      const found = readers[i]!.authenticateToken(token);
      if (found instanceof Promise) return found.then((user) => user ?? ask(token, i + 1));
      if (found) return found;
    }
    throw new InvalidCredential('no token reader knows the bearer token');
  };
  return {
    name: 'bearerToken',
    authenticateToken: (token) => ask(token, 0),
    authenticate: (request) => {
      const token = bearerTokenOf(request.headers.authorization);
      return token === undefined ? undefined : ask(token, 0);
    },
  };
}
