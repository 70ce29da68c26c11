import { type Clock, errorMessage, withTimeout } from '@orch/apimachinery';
import { isShared, type SharedStorage, type Storage } from '@orch/storage';
import type { HealthCheck } from './health-checks.js';

/** A store, and its name in failures. */
export interface CheckedStore {
  readonly name: string;
  readonly storage: Storage;
  /** Durations of calls since the start, in seconds, by function; for stores over a network. */
  readonly telemetry?: { readonly calls: ReadonlyMap<string, CallTimes> } | undefined;
}

interface CallTimes {
  readonly sum: number;
  readonly total: number;
}

/** Timeout of a probe, below the timeouts of common health checkers. Unit: milliseconds. */
const ANSWER_LIMIT_MS = 2_000;

/** A server that is further behind its store is not ready. Unit: milliseconds. */
const BEHIND_LIMIT_MS = 5_000;

/** A key that is never written: reading it shows that the store answers. */
const PROBE_KEY = '/health-probe';

/** Checks that every store answers, and that this server keeps up with shared ones. */
export const storageCheck = (stores: readonly CheckedStore[], clock: Clock): HealthCheck => ({
  name: 'storage',
  check: async () => {
    const details = await Promise.all(stores.map((store) => checkStore(store, clock)));
    return details.filter((detail) => detail !== undefined).join('; ') || undefined;
  },
});

async function checkStore({ name, storage, telemetry }: CheckedStore, clock: Clock): Promise<string | undefined> {
  try {
    const probe: Promise<unknown> = isShared(storage) ? probeShared(storage) : storage.get(PROBE_KEY);
    await withTimeout(clock, ANSWER_LIMIT_MS, probe, noAnswer);
    return isShared(storage) ? `${name}: ${[lagOf(storage), ...timesOf(telemetry?.calls)].join(', ')}` : undefined;
  } catch (cause) {
    throw new Error(`store ${name}: ${errorMessage(cause)}`, { cause });
  }
}

/** Rejects when the store does not answer, or when this server is too far behind. */
async function probeShared(storage: SharedStorage): Promise<void> {
  if (!storage.status().connected) throw new Error(`not connected, ${lagOf(storage)}`);
  await storage.confirm();
  const { unsafeSettings } = storage.status();
  if (unsafeSettings.length > 0) throw new Error(`its settings are not safe: ${unsafeSettings.join('; ')}`);
  if (storage.status().behindMs > BEHIND_LIMIT_MS) throw new Error(`this server is behind: ${lagOf(storage)}`);
}

function lagOf(storage: SharedStorage): string {
  const { newestRevision, behindMs, logLength, reconnects, rebuilds } = storage.status();
  const behind = Math.max(newestRevision - storage.revision, 0);
  const since = behindMs > 0 ? ` for ${Math.ceil(behindMs)} ms` : '';
  return [
    `${counted(behind, 'revision')} behind${since}`,
    `${counted(logLength, 'change')} of history`,
    counted(reconnects, 'reconnect'),
    counted(rebuilds, 'rebuild'),
  ].join(', ');
}

/** Average duration of calls: `commit 0.8 ms`. */
const timesOf = (calls: ReadonlyMap<string, CallTimes> = new Map<string, CallTimes>()): readonly string[] =>
  [...calls].map(([name, { sum, total }]) => `${name} ${((sum / total) * 1_000).toFixed(1)} ms`);

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function noAnswer(): never {
  throw new Error(`no answer within ${ANSWER_LIMIT_MS} ms`);
}
