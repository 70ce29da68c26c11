import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@orch/apimachinery';
import type { Requester } from '@orch/http';
import type { Logger } from '@orch/process';
import type { TokenAuthenticator, TokenIdentity } from '../authenticator.js';
import type { IssuerSettings } from './issuer-settings.js';
import type { AuthenticationMetrics } from '../metrics/authentication-metrics.js';
import { TrustedIssuer } from './trusted-issuer.js';
import { issuerNamedBy } from './unverified-token.js';
import { VerifiedTokens } from './verified-tokens.js';

/**
 * Authenticates tokens of OpenID Connect issuers. The token names its issuer, and only that issuer's keys can verify
 * it: tokens of other issuers are unknown (B-039). The trusted issuers may change while the server runs (D-058).
 */
export class TrustedIssuers implements TokenAuthenticator {
  readonly name = 'openIdConnect';
  private issuers: ReadonlyMap<string, TrustedIssuer> = new Map();
  /**
   * By the current rules: both are replaced when a rule changes, so pending verifications by old rules end in the old
   * cache.
   */
  private verified: VerifiedTokens;
  private underWay = new Map<string, Promise<TokenIdentity>>();

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly metrics: Pick<AuthenticationMetrics, 'issuers' | 'tokenCache'>,
  ) {
    this.verified = new VerifiedTokens(clock);
  }

  /** Replaces the trusted issuers. Those whose source is unchanged keep their keys. */
  trust(settings: readonly IssuerSettings[]): void {
    const before = this.issuers;
    const next = new Map<string, TrustedIssuer>();
    for (const one of settings) {
      const known = before.get(one.source.issuer);
      const kept = known && isDeepStrictEqual(known.settings, one) ? known : undefined;
      next.set(one.source.issuer, kept ?? new TrustedIssuer(one, this.clock, this.log, known));
    }
    this.issuers = next;
    this.verified = new VerifiedTokens(this.clock);
    this.underWay = new Map();
    for (const [issuer, gone] of before) if (next.get(issuer) !== gone) this.end(gone, next.get(issuer));
  }

  // HOT PATH (bench: get): a token comes with every request of its bearer. A cached one costs a digest, and no turn of
  // the event loop.
  authenticateToken(
    token: string,
    _audiences?: readonly string[],
    requester?: Requester,
  ): TokenIdentity | Promise<TokenIdentity> | undefined {
    const key = this.verified.keyOf(token, requester);
    const known = this.verified.get(key);
    if (known) {
      this.metrics.tokenCache.hit();
      return known;
    }
    const pending = this.underWay.get(key);
    return pending ? this.metrics.tokenCache.join(() => pending) : this.begin(key, token, requester);
  }

  /** Stops all requests. */
  close(): void {
    for (const issuer of this.issuers.values()) this.end(issuer);
    this.issuers = new Map();
  }

  private begin(key: string, token: string, requester: Requester | undefined): Promise<TokenIdentity> | undefined {
    const named = issuerNamedBy(token);
    const issuer = named === undefined ? undefined : this.issuers.get(named);
    if (!issuer) return undefined;
    const { verified, underWay, metrics } = this;
    const pending = metrics.tokenCache
      .fetch(() => metrics.issuers.measured(issuer.settings.source.issuer, () => issuer.verify(token, requester)))
      .then((found) => {
        verified.put(key, found);
        return found.identity;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, pending);
    return pending;
  }

  private end(issuer: TrustedIssuer, next?: TrustedIssuer): void {
    issuer
      .close(next)
      .catch((error: unknown) => this.log.warn('connections to a token issuer did not close', { error }));
  }
}
