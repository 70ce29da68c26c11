import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import { keysUrlOf } from './discovery-document.js';
import { IssuerAnswerError, type IssuerHttp } from './issuer-http.js';
import type { IssuerSource } from './issuer-settings.js';
import { RefreshAllowance } from './refresh-allowance.js';

/** Until an issuer was reached it is asked this often (D-053). */
export const RETRY_MS = 10_000;
/** Keys older than this are fetched again beside the next token, so that a key the issuer took back is not taken for ever. */
export const KEYS_FRESH_MS = 600_000;
/** More keys than any issuer has: each may have to be tried. */
const MAX_KEYS = 100;

/**
 * The keys of one issuer: found through its discovery document in the background, so that a server starts without it (D-053);
 * fetched again for tokens they do not fit (D-054). While an issuer is down its last keys stay good.
 */
export class IssuerKeys {
  private keys: { readonly set: LocalJWKSet; readonly fetchedMs: number } | undefined;
  private keysUrl: string | undefined;
  private loading: Promise<LocalJWKSet | undefined> | undefined;
  /** The next refresh, when it may not be yet. */
  private awaited: Promise<LocalJWKSet | undefined> | undefined;
  private stopWaiting: (() => void) | undefined;
  private hasFailed = false;
  private cancelRetry: (() => void) | undefined;
  private closed = false;
  private persistent = false;
  private readonly allowance: RefreshAllowance;

  constructor(
    private readonly source: IssuerSource,
    private readonly http: IssuerHttp,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.allowance = new RefreshAllowance(clock);
  }

  /** Goes and finds the keys, again and again until they are there. */
  start(): void {
    this.persistent = true;
    void this.load();
  }

  /** What is known; undefined before the issuer was reached. */
  get current(): LocalJWKSet | undefined {
    if (this.keys && this.clock.now() - this.keys.fetchedMs > KEYS_FRESH_MS) void this.refreshed();
    return this.keys?.set;
  }

  /**
   * The keys as the issuer has them now; undefined when it cannot be asked. Where it was asked too often all wait for the next refresh: made-up
   * key ids must not keep the tokens of a new key out.
   */
  async refreshed(): Promise<LocalJWKSet | undefined> {
    if (this.loading) return this.loading; // what is under way is as new
    if (this.closed) return undefined;
    if (this.allowance.take(this.hasFailed)) return this.load();
    return this.hasFailed ? undefined : (this.awaited ??= this.nextRefresh());
  }

  async close(): Promise<void> {
    this.closed = true;
    this.cancelRetry?.();
    this.stopWaiting?.();
    await this.http.close();
  }

  private nextRefresh(): Promise<LocalJWKSet | undefined> {
    return new Promise((resolve) => {
      const cancel = this.clock.setTimer(() => {
        this.awaited = this.stopWaiting = undefined;
        resolve(this.refreshed());
      }, this.allowance.waitMs);
      this.stopWaiting = () => {
        cancel();
        resolve(undefined);
      };
    });
  }

  private load(): Promise<LocalJWKSet | undefined> {
    return (this.loading ??= this.fetch());
  }

  private async fetch(): Promise<LocalJWKSet | undefined> {
    const { issuer } = this.source;
    try {
      this.keysUrl ??= keysUrlOf(await this.http.json(this.source.discoveryUrl), this.source);
      const set = keySetOf(this.keysUrl, await this.http.json(this.keysUrl));
      this.loading = undefined;
      this.hasFailed = false;
      const isFirst = this.keys === undefined;
      this.keys = { set, fetchedMs: this.clock.now() };
      this.log[isFirst ? 'info' : 'debug']('the keys of a token issuer are here', { issuer });
      return set;
    } catch (error) {
      this.loading = undefined;
      this.hasFailed = true;
      this.keysUrl = undefined; // they may have moved
      if (this.closed) return undefined;
      if (this.persistent && !this.keys) this.cancelRetry = this.clock.setTimer(() => void this.load(), RETRY_MS);
      // The error may quote the issuer, never a token: nothing of a token is sent to it.
      this.log.warn('a token issuer could not be asked for its keys', { issuer, error });
      return undefined;
    }
  }
}

function keySetOf(url: string, document: Readonly<Record<string, unknown>>): LocalJWKSet {
  const { keys } = document;
  if (!Array.isArray(keys)) throw new IssuerAnswerError(`${url}: holds no list of keys`);
  if (keys.length > MAX_KEYS) throw new IssuerAnswerError(`${url}: holds ${keys.length} keys, more than ${MAX_KEYS}`);
  return createLocalJWKSet(document as unknown as JSONWebKeySet);
}
