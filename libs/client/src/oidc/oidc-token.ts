import type { Clock } from '@orch/apimachinery';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { OidcCredentials, ProviderTokens } from '../configuration/oidc-credentials.js';
import { readProviderTokens, writeProviderTokens } from './provider-entry.js';
import { refreshTokens } from './refresh-tokens.js';

/** A token counts as expired this long before its expiry, so that the request arrives in time. */
const MARGIN_MS = 10_000;

/** The ID token of an OpenID Connect user: from the file while it is valid, then refreshed. */
export class OidcToken {
  private tokens: ProviderTokens;
  private refreshing: Promise<string> | undefined;

  constructor(
    private readonly credentials: OidcCredentials,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.tokens = credentials.tokens;
  }

  /**
   * A valid token. It is refreshed only when the last one is not valid (B-067, B-068); concurrent calls share one request.
   * @throws ConfigurationError, TransportError as `refreshTokens`.
   */
  async current(): Promise<string> {
    const { idToken } = this.tokens;
    if (idToken !== undefined && isUnexpired(idToken, this.clock.now())) return idToken;
    return (this.refreshing ??= this.refreshed().finally(() => (this.refreshing = undefined)));
  }

  private async refreshed(): Promise<string> {
    const { entry, issuerUrl } = this.credentials;
    // A refresh token may be single-use, and another process may have used it.
    this.tokens = { ...this.tokens, ...readProviderTokens(entry) };
    const { idToken, refreshToken } = this.tokens;
    if (idToken !== undefined && isUnexpired(idToken, this.clock.now())) return idToken;
    if (refreshToken === undefined) {
      const why = `${entry.file}: the ID token of "${entry.user}" is not good any more, and there is no refresh-token`;
      throw new ConfigurationError('Invalid', `${why}: sign in at ${issuerUrl} again, or give --token`);
    }
    const next = await refreshTokens(this.credentials, refreshToken);
    this.tokens = next;
    try {
      writeProviderTokens(entry, next);
    } catch (error) {
      // A read-only file is tolerated while its refresh token stays valid; a new refresh token must be stored.
      if (!(error instanceof ConfigurationError) || next.refreshToken !== refreshToken) throw error;
    }
    return next.idToken!;
  }
}

/**
 * Whether an ID token is valid long enough for a request. The signature is not verified: that is up to the server. False for a malformed token.
 */
function isUnexpired(idToken: string, nowMs: number): boolean {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    const exp = typeof claims === 'object' && claims !== null && (claims as { readonly exp?: unknown }).exp;
    return typeof exp === 'number' && exp * 1000 - MARGIN_MS > nowMs;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
