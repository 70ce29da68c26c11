import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { TokenAuthenticator, TokenIdentity } from '../authenticator.js';
import type { IssuerSettings } from './issuer-settings.js';
import { TrustedIssuer } from './trusted-issuer.js';
import { issuerNamedBy } from './unverified-token.js';

/**
 * Reads the tokens of OpenID Connect issuers. The token says whose it is, and only that issuer's keys can verify it: a token of
 * anybody else is not ours (B-039). Which issuers are trusted may change while the server runs (D-058).
 */
export class TrustedIssuers implements TokenAuthenticator {
  readonly name = 'openIdConnect';
  private issuers: ReadonlyMap<string, TrustedIssuer> = new Map();

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** From now on these, each with an issuer of its own. Those that are as they were keep their keys and their tokens. */
  trust(settings: readonly IssuerSettings[]): void {
    const before = this.issuers;
    const next = new Map<string, TrustedIssuer>();
    for (const one of settings) {
      const known = before.get(one.source.issuer);
      const kept = known && isDeepStrictEqual(known.settings, one) ? known : undefined;
      next.set(one.source.issuer, kept ?? this.started(one));
    }
    this.issuers = next;
    for (const [issuer, gone] of before) if (next.get(issuer) !== gone) this.end(gone);
  }

  authenticateToken(token: string): TokenIdentity | Promise<TokenIdentity> | undefined {
    const issuer = issuerNamedBy(token);
    return issuer === undefined ? undefined : this.issuers.get(issuer)?.identify(token);
  }

  /** Nothing is asked any more. */
  close(): void {
    for (const issuer of this.issuers.values()) this.end(issuer);
    this.issuers = new Map();
  }

  private started(settings: IssuerSettings): TrustedIssuer {
    const issuer = new TrustedIssuer(settings, this.clock, this.log);
    issuer.start();
    return issuer;
  }

  private end(issuer: TrustedIssuer): void {
    issuer.close().catch((error: unknown) => this.log.warn('connections to a token issuer did not close', { error }));
  }
}
