import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { TokenIdentity } from '../authenticator.js';
import { DistributedGroups } from './distributed-groups.js';
import { IssuerHttp } from './issuer-http.js';
import { IssuerKeys } from './issuer-keys.js';
import type { IssuerSettings } from './issuer-settings.js';
import { checkRequiredClaims, userOf } from './user-of-claims.js';
import { VerifiedTokens } from './verified-tokens.js';
import { verifyToken } from './verify-token.js';

/** One issuer and what is known of its tokens. */
export class TrustedIssuer {
  private readonly verified: VerifiedTokens;
  private readonly underWay = new Map<string, Promise<TokenIdentity>>();
  private readonly http: IssuerHttp;
  private readonly keys: IssuerKeys;
  private readonly distributed: DistributedGroups;

  constructor(
    readonly settings: IssuerSettings,
    private readonly clock: Clock,
    log: Logger,
  ) {
    const { source } = settings;
    this.verified = new VerifiedTokens(clock);
    this.http = new IssuerHttp(source.authorities, clock);
    this.keys = new IssuerKeys(source, this.http, clock, log);
    this.distributed = new DistributedGroups(settings, this.keys, this.http, clock, log);
  }

  /** Begins to find the issuer's keys. */
  start(): void {
    this.keys.start();
  }

  /**
   * Whom a token of this issuer stands for. At once for a token that was verified lately.
   * @throws InvalidCredential.
   */
  identify(token: string): TokenIdentity | Promise<TokenIdentity> {
    // HOT PATH (bench: get): a token comes with every request of its bearer; verifying it costs a turn and 60 us.
    const key = this.verified.keyOf(token);
    const known = this.verified.get(key);
    if (known) return known;
    let pending = this.underWay.get(key);
    if (!pending) {
      pending = this.verify(key, token).finally(() => this.underWay.delete(key));
      this.underWay.set(key, pending);
    }
    return pending;
  }

  async close(): Promise<void> {
    await Promise.all([this.keys.close(), this.distributed.close()]);
  }

  private async verify(key: string, token: string): Promise<TokenIdentity> {
    const { settings } = this;
    const claims = await verifyToken(token, this.keys, { ...settings, issuer: settings.source.issuer }, this.clock);
    checkRequiredClaims(claims, settings.requiredClaims);
    const identity = { user: userOf(await this.distributed.resolved(claims), settings.mappings) };
    this.verified.put(key, identity, claims.exp * 1000);
    return identity;
  }
}
