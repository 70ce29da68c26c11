import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@orch/apimachinery';
import type { Requester } from '@orch/http';
import type { Logger } from '@orch/process';
import { checkUserRules, ComputedClaims } from './computed-claims.js';
import { DistributedGroups } from './distributed-groups.js';
import { IssuerHttp } from './issuer-http.js';
import { IssuerKeys } from './issuer-keys.js';
import type { IssuerSettings, IssuerSource } from './issuer-settings.js';
import { checkRequiredClaims, userOf } from './user-of-claims.js';
import type { VerifiedToken } from './verified-tokens.js';
import { verifyToken } from './verify-token.js';

/** The keys of an issuer, and the connections to it. */
interface Connected {
  readonly http: IssuerHttp;
  readonly keys: IssuerKeys;
}

/** One issuer and its keys. */
export class TrustedIssuer {
  private readonly connected: Connected;
  private readonly distributed: DistributedGroups;

  /** Starts to fetch the issuer's keys. @param before the issuer with other rules: its keys are kept if they are from the same source. */
  constructor(
    readonly settings: IssuerSettings,
    private readonly clock: Clock,
    log: Logger,
    before?: TrustedIssuer,
  ) {
    const isSameSource = before && isDeepStrictEqual(before.settings.source, settings.source);
    this.connected = isSameSource ? before.connected : connect(settings.source, clock, log);
    const { keys, http } = this.connected;
    this.distributed = new DistributedGroups(settings, keys, http, clock, log);
  }

  /**
   * The user of a token of this issuer, and its expiry.
   * @param requester of the token, if it came with a request.
   * @throws InvalidCredential.
   */
  async verify(token: string, requester?: Requester): Promise<VerifiedToken> {
    const { settings } = this;
    const claims = await verifyToken(
      token,
      this.connected.keys,
      { ...settings, issuer: settings.source.issuer },
      this.clock,
      requester,
    );
    checkRequiredClaims(claims, settings.requiredClaims);
    const all = await this.distributed.resolved(claims);
    new ComputedClaims(all).check(settings.claimRules);
    const user = userOf(all, settings.mappings);
    checkUserRules(user, settings.userRules);
    return { identity: { user }, expiresMs: claims.exp * 1000 };
  }

  /** Ends all requests. @param next what replaces it: the keys that it has taken over stay. */
  async close(next?: TrustedIssuer): Promise<void> {
    const { connected, distributed } = this;
    await Promise.all([next?.connected === connected ? undefined : connected.keys.close(), distributed.close()]);
  }
}

function connect(source: IssuerSource, clock: Clock, log: Logger): Connected {
  const http = new IssuerHttp(source.authorities, clock);
  const keys = new IssuerKeys(source, http, clock, log);
  keys.start();
  return { http, keys };
}
