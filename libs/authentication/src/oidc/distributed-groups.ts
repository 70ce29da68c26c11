import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { InvalidCredential } from '../authenticator.js';
import { IssuerHttp, type Bearer } from './issuer-http.js';
import { IssuerKeys } from './issuer-keys.js';
import { discoveryUrlOf, type IssuerSettings } from './issuer-settings.js';
import { issuerNamedBy } from './unverified-token.js';
import { claimOf, type Claims } from './user-of-claims.js';
import { verifyToken } from './verify-token.js';

/** Other sources whose keys are cached. */
const MAX_SOURCES = 16;

/** A source in a token's `_claim_sources`. */
export interface ClaimSource {
  readonly endpoint: string;
  readonly bearer?: Bearer;
}

/**
 * The source of the groups of a token without groups (D-052); undefined without one. Pure.
 * @throws InvalidCredential for an unusable source.
 */
export function sourceOfClaim(claims: Claims, claim: string): ClaimSource | undefined {
  if (claimOf(claims, claim) !== undefined) return undefined;
  const names = objectClaim(claims, '_claim_names');
  const name = names && claimOf(names, claim);
  if (name === undefined) return undefined;
  const sources = objectClaim(claims, '_claim_sources');
  const source = sources && typeof name === 'string' ? objectClaim(sources, name) : undefined;
  const endpoint = source && claimOf(source, 'endpoint');
  if (source === undefined || endpoint === undefined) return undefined; // an aggregated claim, or none: ignored
  const token = claimOf(source, 'access_token');
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint) || new URL(endpoint).protocol !== 'https:') {
    throw new InvalidCredential(`the source of claim ${claim} is not an https URL`);
  }
  return { endpoint, ...(typeof token === 'string' && token !== '' ? { bearer: { token } } : {}) };
}

/** Fetches distributed groups. The answer is a token too, signed by its own issuer and for the same audience. */
export class DistributedGroups {
  private readonly keysOfSources = new Map<string, IssuerKeys>();

  constructor(
    private readonly settings: IssuerSettings,
    private readonly issuerKeys: IssuerKeys,
    private readonly http: IssuerHttp,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /**
   * The claims with resolved groups.
   * @throws InvalidCredential when the source fails, or its answer is not trusted.
   */
  async resolved(claims: Claims): Promise<Claims> {
    const { groups } = this.settings.mappings;
    if (!groups || 'expression' in groups) return claims; // an expression may read the claims with the sources
    const { claim } = groups;
    const source = sourceOfClaim(claims, claim);
    if (!source) return claims;
    const answer = await this.fetch(source, claim);
    const issuer = issuerNamedBy(answer);
    if (issuer === undefined) throw new InvalidCredential(`the source of claim ${claim} answered no token`);
    const rules = { ...this.settings, issuer, idTokensOnly: false };
    const found = await verifyToken(answer, await this.keysOf(issuer), rules, this.clock);
    return { ...claims, [claim]: claimOf(found, claim) };
  }

  async close(): Promise<void> {
    await Promise.all([...this.keysOfSources.values()].map((keys) => keys.close()));
  }

  private async fetch({ endpoint, bearer }: ClaimSource, claim: string): Promise<string> {
    try {
      return (await this.http.text(endpoint, bearer)).trim();
    } catch (error) {
      throw new InvalidCredential(`the source of claim ${claim} did not answer`, { cause: error });
    }
  }

  /** A source may sign with the issuer's keys or with its own; it is named in a token that the issuer signed. */
  private async keysOf(issuer: string): Promise<IssuerKeys> {
    if (issuer === this.settings.source.issuer) return this.issuerKeys;
    let keys = this.keysOfSources.get(issuer);
    if (!keys) {
      const [oldest] = this.keysOfSources;
      if (oldest && this.keysOfSources.size >= MAX_SOURCES) {
        this.keysOfSources.delete(oldest[0]);
        await oldest[1].close();
      }
      const { authorities } = this.settings.source;
      const source = { issuer, discoveryUrl: discoveryUrlOf(issuer), authorities };
      keys = new IssuerKeys(source, new IssuerHttp(authorities, this.clock), this.clock, this.log);
      this.keysOfSources.set(issuer, keys);
    }
    if (!keys.current) await keys.refreshed();
    return keys;
  }
}

function objectClaim(claims: Claims, name: string): Claims | undefined {
  const value = claimOf(claims, name);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
}
