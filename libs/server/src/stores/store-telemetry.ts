import { type Clock, errorMessage } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { RedisObserver } from '@orch/storage';
import { Buckets } from '@orch/http';

/** Upper bounds of the buckets of calls to Redis, seconds: most take less than one millisecond. */
const CALL_BUCKETS: readonly number[] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Interval of the log line while a store stays unavailable. Unit: milliseconds. */
const REPEAT_LOG_MS = 30_000;

/** Number of repairs that are logged individually. */
const MOST_REPAIRS = 50;

/**
 * Observes the connection to one Redis: counts for `/metrics` and logs. Repeated connection attempts are one line, and
 * one more each half minute or when the reason changes.
 */
export class StoreTelemetry implements RedisObserver {
  /** Calls of server-side functions, by name. */
  readonly calls = new Map<string, Buckets>();
  /** How often the history continued with a new epoch: after a restart of Redis, or a fail-over. */
  epochs = 0;
  private readonly known = new Set<string>();
  private readonly outages = new Map<string, { readonly reason: string; readonly loggedMs: number }>();

  /** @param store its name in the log and in `/metrics`. */
  constructor(
    readonly store: string,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  connected(link: string, server: string, attempts: number): void {
    this.known.add(link);
    const fields = { store: this.store, link, server, attempts };
    if (this.outages.delete(link)) this.log.info('connected to Redis again', fields);
    else this.log.debug('connected to Redis', fields);
  }

  disconnected(link: string, error: unknown): void {
    const reason = errorMessage(error);
    // The caller that opens the store reports why it could not be opened.
    if (!this.known.has(link)) return this.log.debug('not connected to Redis', { store: this.store, link, reason });
    const before = this.outages.get(link);
    const nowMs = this.clock.now();
    if (before?.reason === reason && nowMs - before.loggedMs < REPEAT_LOG_MS) return;
    this.outages.set(link, { reason, loggedMs: nowMs });
    this.log.warn(before ? 'still not connected to Redis' : 'not connected to Redis', {
      store: this.store,
      link,
      reason,
    });
  }

  warning(text: string): void {
    this.log.warn(`Redis: ${text}`, { store: this.store });
  }

  epochBegan(after: number, revision: number): void {
    this.epochs++;
    this.log.warn('Redis was restarted or failed over: its history continues with a new epoch', {
      store: this.store,
      after,
      revision,
    });
  }

  rebuild(reason: string): void {
    this.log.error('caches are stale: watches end, and caches are reloaded', {
      store: this.store,
      reason,
    });
  }

  settingsChanged(unsafe: readonly string[]): void {
    for (const what of unsafe)
      this.log.error('unsafe Redis settings, not ready until they are fixed', {
        store: this.store,
        what,
      });
    if (unsafe.length === 0) this.log.info('Redis settings are safe again', { store: this.store });
  }

  indexChecked(repaired: readonly string[], error?: unknown): void {
    const fields = { store: this.store };
    if (error !== undefined) this.log.warn('index of keys not checked after a restart of Redis', { ...fields, error });
    for (const what of repaired.slice(0, MOST_REPAIRS))
      this.log.warn('index of keys repaired after a restart of Redis: its append-only file is damaged', {
        ...fields,
        what,
      });
    if (repaired.length > MOST_REPAIRS)
      this.log.warn('more keys were repaired', { ...fields, count: repaired.length - MOST_REPAIRS });
  }

  functionTook(name: string, ms: number): void {
    let buckets = this.calls.get(name);
    if (!buckets) this.calls.set(name, (buckets = new Buckets(CALL_BUCKETS)));
    buckets.observe(ms / 1_000);
  }
}
