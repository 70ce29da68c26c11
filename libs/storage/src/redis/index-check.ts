import type { Revision } from '../storage.js';
import { checkedValue, fetchValues } from './event-values.js';
import { functionName } from './function-library.js';
import { type LogEntry, readLogEntries, type StreamEntry } from './log-entry.js';
import type { RunInSession } from './snapshot-scan.js';
import type { Session } from './server-link.js';

/** Entries per call, which blocks the server for about a millisecond. */
const STEP_ENTRIES = 500;
/** Approximate keys per call, also about a millisecond. */
const SCAN_KEYS = 500;

/**
 * Compares the index of keys with the log, once per epoch: a restarted Redis may have loaded a damaged file. A key whose revision
 * is older than its newest log entry, or that is in only one of the two indexes, is repaired if the log or a checksum proves the
 * correct state. Other damage stays, and loads report it.
 * @returns the repairs, one sentence per key; undefined when this epoch was checked already.
 * @throws StorageError Unavailable.
 */
export async function checkIndex(run: RunInSession, base: string): Promise<readonly string[] | undefined> {
  const [epoch, checked] = await run(({ redis }) => redis.hmget(`${base}:meta`, 'epoch', 'checked'));
  if (epoch && epoch === checked) return undefined;
  const repaired: string[] = [];
  for (const { key, type, revision } of await contradictions(run, base)) {
    const newest = type === 'put' ? revision : 0;
    if (await run((session) => repair(session, base, key, newest, revision)))
      repaired.push(
        newest === 0
          ? `${JSON.stringify(key)} was deleted at revision ${revision}, but its delete was lost`
          : `${JSON.stringify(key)} lost its newest revision ${revision}`,
      );
  }
  for (const key of await missingInOrder(run, base)) repaired.push(`${JSON.stringify(key)} was missing in lists`);
  if (epoch) await run(({ redis }) => redis.hset(`${base}:meta`, 'checked', epoch));
  return repaired;
}

/** The newest entries of keys whose index is inconsistent. */
async function contradictions(run: RunInSession, base: string): Promise<Iterable<LogEntry>> {
  const newest = new Map<string, LogEntry>();
  for (let from = '-'; ;) {
    const [next, found] = await run(
      ({ redis }) =>
        redis.call('FCALL', functionName('contradictions'), 1, base, from, STEP_ENTRIES) as Promise<
          [string, StreamEntry[]]
        >,
    );
    for (const each of found) for (const entry of readLogEntries([each]).entries) newest.set(entry.key, entry);
    if (next === '') return newest.values();
    from = next;
  }
}

/** @returns whether the key was repaired; false when it has changed since. */
async function repair(
  { redis }: Session,
  base: string,
  key: string,
  newest: Revision,
  changedAt: Revision,
): Promise<boolean> {
  const answer = redis.call(
    ...['FCALL', functionName('repair'), 1, base, key, String(newest), String(changedAt)],
  ) as Promise<number>;
  return (await answer) === 1;
}

/** Adds keys that have a revision and a value, but are missing in the sorted index. @returns those keys. */
async function missingInOrder(run: RunInSession, base: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let cursor = '0'; ;) {
    const [next, pointers] = await run(
      ({ redis }) =>
        redis.call('FCALL', functionName('unordered'), 1, base, cursor, SCAN_KEYS) as Promise<[string, string[]]>,
    );
    for (let at = 0; at < pointers.length; at += 2) {
      const key = pointers[at]!;
      const revision = Number(pointers[at + 1]);
      const value = (await run((session) => fetchValues(session, base, [revision]))).get(revision);
      if (typeof checkedValue(key, revision, value) === 'string') continue;
      if (await run((session) => repair(session, base, key, revision, revision))) found.push(key);
    }
    if (next === '0') return found;
    cursor = next;
  }
}
