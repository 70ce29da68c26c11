import type { UserInfo } from '@orch/api';
import type { Requester, ServerRequest } from '@orch/http';

/** One way to know who asks. */
export interface Authenticator {
  /** For logs and configuration: `clientCertificate`, `bearerToken`, ... */
  readonly name: string;
  /**
   * Who asks; undefined when the request brings no credential of this kind. Answers at once where it can.
   * @throws InvalidCredential when it brings one that is not good.
   */
  authenticate(request: ServerRequest): UserInfo | undefined | Promise<UserInfo | undefined>;
}

/** Whom a token stands for. */
export interface TokenIdentity {
  readonly user: UserInfo;
  /**
   * Which of the audiences asked for the token is good for: at least one. Undefined where tokens name no audience: they are
   * for this server, whatever it calls itself.
   */
  readonly audiences?: readonly string[];
}

/** One way to read a bearer token. Undefined means: not one of mine. Answers at once where it can. */
export interface TokenAuthenticator {
  readonly name: string;
  /**
   * @param audiences whom the token has to be for, any of them (D-009, D-029).
   * @param requester the request that brought it, or asks about it: who is charged for what it takes to know.
   * @throws InvalidCredential when the token is of this kind and not good; the next reader is asked all the same (D-003).
   * ApiError when nobody can tell now: that is the answer.
   */
  authenticateToken(
    token: string,
    audiences: readonly string[],
    requester?: Requester,
  ): TokenIdentity | undefined | Promise<TokenIdentity | undefined>;
}

/** Whether a method reads bearer tokens, also those that came another way: in a TokenReview. */
export const readsTokens = (method: Authenticator): method is Authenticator & TokenAuthenticator =>
  'authenticateToken' in method;

/** A credential was brought and is not good: 401, unless another method succeeds (D-003, D-004). Its text is for the log only. */
export class InvalidCredential extends Error {
  override readonly name = 'InvalidCredential';
  /** What a TokenReview may say about it: the words of the service that was asked (B-098). */
  readonly told: string | undefined;

  constructor(message?: string, options: { readonly cause?: unknown; readonly told?: string } = {}) {
    super(message, options);
    this.told = options.told;
  }
}
