import type { UserInfo } from '@orch/api';
import type { RequestContext, Requester, ServerRequest } from '@orch/http';

/** One authentication method. */
export interface Authenticator {
  /** For logs and configuration: `clientCertificate`, `bearerToken`, ... */
  readonly name: string;
  /**
   * The user; undefined when the request has no credential of this kind. Synchronous where possible.
   * @throws InvalidCredential when it has an invalid one.
   */
  authenticate(request: ServerRequest): UserInfo | undefined | Promise<UserInfo | undefined>;
}

/** The user of a token. */
export interface TokenIdentity {
  readonly user: UserInfo;
  /**
   * The requested audiences for which the token is valid: at least one. Undefined for tokens without audiences, which
   * are valid for this server.
   */
  readonly audiences?: readonly string[];
}

/** The request with a token, or with its review: its user is charged for the work, and it gets warnings and audit annotations about the token. */
export type TokenCarrier = Requester & Pick<RequestContext, 'warnings' | 'auditAnnotations'>;

/** A reader of bearer tokens. Undefined means: not a token of this kind. Synchronous where possible. */
export interface TokenAuthenticator {
  readonly name: string;
  /**
   * @param audiences at least one must be an audience of the token (D-009, D-029).
   * @param requester the request with the token, or with its review.
   * @throws InvalidCredential when the token is of this kind and invalid; later readers are tried anyway (D-003).
   * ApiError when it cannot be decided now: that is the answer.
   */
  authenticateToken(
    token: string,
    audiences: readonly string[],
    requester?: TokenCarrier,
  ): TokenIdentity | undefined | Promise<TokenIdentity | undefined>;
}

/** Whether a method also reads bearer tokens of a TokenReview. */
export const readsTokens = (method: Authenticator): method is Authenticator & TokenAuthenticator =>
  'authenticateToken' in method;

/** An invalid credential: 401, unless another method succeeds (D-003, D-004). Its message is for the log only. */
export class InvalidCredential extends Error {
  override readonly name = 'InvalidCredential';
  /** The reason for a TokenReview, in the words of the webhook (B-098). */
  readonly publicMessage: string | undefined;

  constructor(message?: string, options: { readonly cause?: unknown; readonly publicMessage?: string } = {}) {
    super(message, options);
    this.publicMessage = options.publicMessage;
  }
}
