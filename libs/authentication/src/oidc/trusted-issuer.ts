import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { checkUserRules, ComputedClaims } from './computed-claims.js';
import { DistributedGroups } from './distributed-groups.js';
import { IssuerHttp } from './issuer-http.js';
import { IssuerKeys } from './issuer-keys.js';
import type { IssuerSettings } from './issuer-settings.js';
import { checkRequiredClaims, userOf } from './user-of-claims.js';
import type { VerifiedToken } from './verified-tokens.js';
import { verifyToken } from './verify-token.js';

/** One issuer and its keys. */
export class TrustedIssuer {
  private readonly http: IssuerHttp;
  private readonly keys: IssuerKeys;
  private readonly distributed: DistributedGroups;

  constructor(
    readonly settings: IssuerSettings,
    private readonly clock: Clock,
    log: Logger,
  ) {
    const { source } = settings;
    this.http = new IssuerHttp(source.authorities, clock);
    this.keys = new IssuerKeys(source, this.http, clock, log);
    this.distributed = new DistributedGroups(settings, this.keys, this.http, clock, log);
  }

  /** Starts to fetch the issuer's keys. */
  start(): void {
    this.keys.start();
  }

  /**
   * The user of a token of this issuer, and its expiry.
   * @throws InvalidCredential.
   */
  async verify(token: string): Promise<VerifiedToken> {
    const { settings } = this;
    const claims = await verifyToken(token, this.keys, { ...settings, issuer: settings.source.issuer }, this.clock);
    checkRequiredClaims(claims, settings.requiredClaims);
    const all = await this.distributed.resolved(claims);
    new ComputedClaims(all).check(settings.claimRules);
    const user = userOf(all, settings.mappings);
    checkUserRules(user, settings.userRules);
    return { identity: { user }, expiresMs: claims.exp * 1000 };
  }

  async close(): Promise<void> {
    await Promise.all([this.keys.close(), this.distributed.close()]);
  }
}
