import type { UserInfo } from '@orch/api';
import { headerText, isRepeated, networkTurn, type ServerRequest } from '@orch/http';
import {
  type Authenticator,
  InvalidCredential,
  type TokenAuthenticator,
  type TokenCarrier,
  type TokenIdentity,
} from './authenticator.js';

/**
 * The token of an `Authorization: Bearer` header. The scheme is case-insensitive and outer spaces are ignored (D-001);
 * another scheme or an empty token is not a credential (D-002).
 */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const header = authorization.trim();
  if (header.length < 8 || header.charCodeAt(6) !== 0x20 || header.slice(0, 6).toLowerCase() !== 'bearer')
    return undefined;
  // More than one word after the scheme is not a token, and neither is one after several spaces.
  const token = header.slice(7);
  return token.startsWith(' ') ? undefined : token;
}

/**
 * Passes the bearer token to each reader in turn; the first that recognizes it wins, and an invalid token of one does not
 * stop the next (D-003). An unknown token is an invalid credential (B-116).
 * @param apiAudiences one of them must be an audience of a token in a request (D-029).
 */
export const bearerTokenAuthenticator = (
  readers: readonly TokenAuthenticator[],
  apiAudiences: readonly string[],
): Authenticator & TokenAuthenticator => new BearerTokenAuthenticator(readers, apiAudiences);

const SPACES_BEFORE_TOKEN = /^ *bearer  +[^ ]/i;
const EXTRA_SPACE = 'the provided Authorization header contains extra space before the bearer token, and is ignored';

interface TokenRequest {
  readonly token: string;
  readonly audiences: readonly string[];
  readonly requester: TokenCarrier | undefined;
}

class BearerTokenAuthenticator implements Authenticator, TokenAuthenticator {
  readonly name = 'bearerToken';

  constructor(
    private readonly readers: readonly TokenAuthenticator[],
    private readonly apiAudiences: readonly string[],
  ) {}

  authenticate(request: ServerRequest): UserInfo | undefined | Promise<UserInfo> {
    const { headers, raw } = request;
    const { authorization } = headers;
    if (authorization === undefined) return undefined;
    // Node uses the first, others the last: a proxy may have checked another one.
    if (isRepeated(raw.rawHeaders, 'authorization'))
      throw new InvalidCredential('the header Authorization is there more than once');
    const sent = bearerTokenOf(authorization);
    if (sent === undefined) {
      if (SPACES_BEFORE_TOKEN.test(authorization)) request.warnings.push(EXTRA_SPACE);
      return undefined;
    }
    const token = headerText(sent);
    if (token === undefined) throw new InvalidCredential('the bearer token is not UTF-8');
    const found = this.authenticateToken(token, this.apiAudiences, request);
    return found instanceof Promise ? found.then(({ user }) => user) : found.user;
  }

  authenticateToken(
    token: string,
    audiences: readonly string[],
    requester?: TokenCarrier,
  ): TokenIdentity | Promise<TokenIdentity> {
    return this.tryFrom({ token, audiences, requester }, 0, undefined);
  }

  /** @param from index of the first reader to try. @param bad the error of the readers before it. */
  private tryFrom(
    request: TokenRequest,
    from: number,
    bad: InvalidCredential | undefined,
  ): TokenIdentity | Promise<TokenIdentity> {
    const { token, audiences, requester } = request;
    let complaint = bad;
    for (let i = from; i < this.readers.length; i++) {
      try {
        const found = this.readers[i]!.authenticateToken(token, audiences, requester);
        if (found instanceof Promise) return this.awaitOne(request, i, found, complaint);
        const identity = found && this.forOneOf(found, audiences);
        if (identity) return identity;
      } catch (error) {
        complaint = worse(complaint, asInvalidCredential(error));
      }
    }
    throw complaint ?? new InvalidCredential('no token reader knows the bearer token');
  }

  private async awaitOne(
    request: TokenRequest,
    index: number,
    pending: Promise<TokenIdentity | undefined>,
    bad: InvalidCredential | undefined,
  ): Promise<TokenIdentity> {
    let complaint = bad;
    try {
      const found = await pending;
      const identity = found && this.forOneOf(found, request.audiences);
      if (identity) return identity;
    } catch (error) {
      complaint = worse(complaint, asInvalidCredential(error));
    }
    const { requester } = request;
    // Thousands of requests may have waited for the same answer, and the next reader hashes a long token.
    if (requester && index + 1 < this.readers.length) await networkTurn(requester.raw);
    return this.tryFrom(request, index + 1, complaint);
  }

  /** Tokens without audiences are valid for this server. */
  private forOneOf(identity: TokenIdentity, audiences: readonly string[]): TokenIdentity | undefined {
    const { apiAudiences } = this;
    if (identity.audiences || audiences === apiAudiences) return identity;
    const named = audiences.filter((audience) => apiAudiences.includes(audience));
    return named.length === 0 ? undefined : { ...identity, audiences: named };
  }
}

/** The first error, unless a later one has a reason for the client. */
const worse = (first: InvalidCredential | undefined, next: InvalidCredential): InvalidCredential =>
  first === undefined || (first.publicMessage === undefined && next.publicMessage !== undefined) ? next : first;

function asInvalidCredential(error: unknown): InvalidCredential {
  if (error instanceof InvalidCredential) return error;
  throw error;
}
