import type { UserInfo } from '@orch/api';
import { headerText, isRepeated, type Requester, type ServerRequest } from '@orch/http';
import { type Authenticator, InvalidCredential, type TokenAuthenticator, type TokenIdentity } from './authenticator.js';

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

/**
 * Hands the bearer token to each reader in turn; the first that knows it wins, and one that finds it bad does not stop the next
 * (D-003). A token nobody knows is a bad credential (B-116).
 * @param apiAudiences one of them must be an audience of a token that comes with a request (D-029).
 */
export const bearerTokenAuthenticator = (
  readers: readonly TokenAuthenticator[],
  apiAudiences: readonly string[],
): Authenticator & TokenAuthenticator => new BearerTokenAuthenticator(readers, apiAudiences);

interface TokenQuestion {
  readonly token: string;
  readonly audiences: readonly string[];
  readonly requester: Requester | undefined;
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
    // Node takes the first and others the last: whoever stands in front may have looked at another one.
    if (isRepeated(raw.rawHeaders, 'authorization'))
      throw new InvalidCredential('the header Authorization is there more than once');
    const sent = bearerTokenOf(authorization);
    if (sent === undefined) return undefined;
    const token = headerText(sent);
    if (token === undefined) throw new InvalidCredential('the bearer token is no UTF-8');
    const found = this.authenticateToken(token, this.apiAudiences, request);
    return found instanceof Promise ? found.then(({ user }) => user) : found.user;
  }

  authenticateToken(
    token: string,
    audiences: readonly string[],
    requester?: Requester,
  ): TokenIdentity | Promise<TokenIdentity> {
    return this.ask({ token, audiences, requester }, 0, undefined);
  }

  /** @param from the first reader that is asked. @param bad the complaint of those before it. */
  private ask(
    question: TokenQuestion,
    from: number,
    bad: InvalidCredential | undefined,
  ): TokenIdentity | Promise<TokenIdentity> {
    const { token, audiences, requester } = question;
    let complaint = bad;
    for (let i = from; i < this.readers.length; i++) {
      try {
        const found = this.readers[i]!.authenticateToken(token, audiences, requester);
        if (found instanceof Promise) return this.awaitOne(question, i, found, complaint);
        const identity = found && this.forOneOf(found, audiences);
        if (identity) return identity;
      } catch (error) {
        complaint = worse(complaint, asComplaint(error));
      }
    }
    throw complaint ?? new InvalidCredential('no token reader knows the bearer token');
  }

  private async awaitOne(
    question: TokenQuestion,
    index: number,
    pending: Promise<TokenIdentity | undefined>,
    bad: InvalidCredential | undefined,
  ): Promise<TokenIdentity> {
    let complaint = bad;
    try {
      const found = await pending;
      const identity = found && this.forOneOf(found, question.audiences);
      if (identity) return identity;
    } catch (error) {
      complaint = worse(complaint, asComplaint(error));
    }
    return this.ask(question, index + 1, complaint);
  }

  /** Tokens that name no audience are for this server. */
  private forOneOf(identity: TokenIdentity, audiences: readonly string[]): TokenIdentity | undefined {
    const { apiAudiences } = this;
    if (identity.audiences || audiences === apiAudiences) return identity;
    const named = audiences.filter((audience) => apiAudiences.includes(audience));
    return named.length === 0 ? undefined : { ...identity, audiences: named };
  }
}

/** The first complaint, unless a later one has words for the client. */
const worse = (first: InvalidCredential | undefined, next: InvalidCredential): InvalidCredential =>
  first === undefined || (first.told === undefined && next.told !== undefined) ? next : first;

function asComplaint(error: unknown): InvalidCredential {
  if (error instanceof InvalidCredential) return error;
  throw error;
}
