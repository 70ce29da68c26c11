import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import { keysUrlOf } from './discovery-document.js';
import { IssuerAnswerError, type IssuerHttp } from './issuer-http.js';
import type { IssuerSource } from './issuer-settings.js';
import { RefreshAllowance } from './refresh-allowance.js';

/** Retry interval until an issuer was reached (D-053). */
export const RETRY_MS = 10_000;
/**
 * Older keys are refreshed in the background by the next token, so that a withdrawn key does not stay valid forever.
 */
export const KEYS_MAX_AGE_MS = 600_000;
/** More keys than any issuer has: each may have to be tried. */
const MAX_KEYS = 100;

/**
 * The keys of one issuer: found through its discovery document in the background, so that a server starts without it
 * (D-053); refreshed for tokens without a matching key (D-054). While an issuer is down its last keys stay valid.
 */
export class IssuerKeys {
  private keys: { readonly set: LocalJWKSet; readonly fetchedMs: number } | undefined;
  private keysUrl: string | undefined;
  private loading: Promise<LocalJWKSet | undefined> | undefined;
  /** The next delayed refresh. */
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

  /** Fetches the keys, with retries until they are loaded. */
  start(): void {
    this.persistent = true;
    void this.load();
  }

  /** The cached keys; undefined before the issuer was reached. */
  get current(): LocalJWKSet | undefined {
    const ageMs = this.keys ? this.clock.now() - this.keys.fetchedMs : 0;
    // Negative: the clock was set back.
    if (ageMs < 0 || ageMs > KEYS_MAX_AGE_MS) void this.refreshed();
    return this.keys?.set;
  }

  /**
   * Refreshed keys; undefined when the issuer cannot be reached. Over the rate limit all callers wait for the next
   * refresh: made-up key ids must not block tokens of a new key.
   */
  async refreshed(): Promise<LocalJWKSet | undefined> {
    if (this.loading) return this.loading; // a pending refresh is sufficient
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
      this.log[isFirst ? 'info' : 'debug']('fetched the keys of a token issuer', { issuer });
      return set;
    } catch (error) {
      this.loading = undefined;
      this.hasFailed = true;
      this.keysUrl = undefined; // it may have changed
      if (this.closed) return undefined;
      if (this.persistent && !this.keys) this.cancelRetry = this.clock.setTimer(() => void this.load(), RETRY_MS);
      // The error may quote the issuer, never a token: no token is sent to it.
      this.log.warn('could not fetch the keys of a token issuer', { issuer, error });
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
