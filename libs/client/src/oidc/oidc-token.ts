import type { Clock } from '@orch/apimachinery';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { isFresh } from './id-token-expiry.js';
import type { OidcCredentials, ProviderTokens } from '../configuration/oidc-credentials.js';
import { readProviderTokens, writeProviderTokens } from './provider-entry.js';
import { refreshTokens } from './refresh-tokens.js';

/** The ID token of a user who signed in at a provider: the one in the file while it is good, then a new one. */
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
   * A token that is good now. The provider is asked only when the last one is not (B-067, B-068), and once for all who wait.
   * @throws ConfigurationError, TransportError as `refreshTokens`.
   */
  async current(): Promise<string> {
    const { idToken } = this.tokens;
    if (idToken !== undefined && isFresh(idToken, this.clock.now())) return idToken;
    return (this.refreshing ??= this.refreshed().finally(() => (this.refreshing = undefined)));
  }

  private async refreshed(): Promise<string> {
    const { entry, issuerUrl } = this.credentials;
    // A refresh token may be good for one use, and another process may have had it.
    this.tokens = { ...this.tokens, ...readProviderTokens(entry) };
    const { idToken, refreshToken } = this.tokens;
    if (idToken !== undefined && isFresh(idToken, this.clock.now())) return idToken;
    if (refreshToken === undefined) {
      const why = `${entry.file}: the ID token of "${entry.user}" is not good any more, and there is no refresh-token`;
      throw new ConfigurationError('Invalid', `${why}: sign in at ${issuerUrl} again, or give --token`);
    }
    const next = await refreshTokens(this.credentials, refreshToken);
    this.tokens = next;
    try {
      writeProviderTokens(entry, next);
    } catch (error) {
      // A file that only can be read is no hindrance while its refresh token stays good; one that is spent must not get lost.
      if (!(error instanceof ConfigurationError) || next.refreshToken !== refreshToken) throw error;
    }
    return next.idToken!;
  }
}
