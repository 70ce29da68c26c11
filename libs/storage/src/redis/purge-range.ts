import type { Revision } from '../storage.js';
import { functionName } from './function-library.js';
import { highest } from './snapshot-scan.js';
import type { Session } from './server-link.js';

/** Keys per call, which blocks the server. */
const DELETE_KEYS = 100;

export interface PurgeHost {
  readonly base: string;
  /** Timestamp of changes; empty: the server's time. */
  readonly stamp: () => string;
  /** Newest revision that this process knows of. */
  readonly seen: () => Revision;
  readonly run: <T>(call: (session: Session) => Promise<T>) => Promise<T>;
  /** Called when the session has an outdated epoch. */
  readonly renew: (session: Session) => Promise<void>;
  readonly secure: (session: Session) => Promise<void>;
  /** Resolves when all up to `revision` was delivered. */
  readonly reached: (revision: Revision) => Promise<void>;
}

/** Deletes all keys under a prefix, a page at a time. @returns the number of keys. @throws StorageError Lost when another store has taken the place of this one. */
export async function purgeRange(host: PurgeHost, prefix: string): Promise<number> {
  for (let count = 0; ;) {
    const page = await host.run((session) => purgePage(host, session, prefix));
    if (!page) continue;
    count += page.count;
    await host.reached(page.revision);
    if (page.count < DELETE_KEYS) return count;
  }
}

/** @returns undefined when the epoch was outdated, and nothing was deleted. */
async function purgePage(
  { base, stamp, seen, renew, secure }: PurgeHost,
  session: Session,
  prefix: string,
): Promise<{ readonly count: number; readonly revision: Revision } | undefined> {
  const low = prefix === '' ? '-' : `[${prefix}`;
  const range = [low, highest(prefix), DELETE_KEYS] as const;
  const state = [session.state.epoch, stamp(), String(seen())] as const;
  const call = session.redis.call('FCALL', functionName('purge'), 1, base, ...state, ...range);
  const [outcome, count, revision] = (await call) as string[];
  if (outcome === 'epoch') {
    await renew(session);
    return undefined;
  }
  await secure(session);
  return { count: Number(count), revision: Number(revision) };
}
