import type { Revision } from '../storage.js';
import { checkedValue, fetchValues } from './event-values.js';
import { functionName } from './function-library.js';
import { type LogEntry, readLogEntries, type StreamEntry } from './log-entry.js';
import type { Ask } from './moment.js';
import type { Session } from './server-link.js';

/** Entries looked at in one call, which nobody else can interrupt: about a millisecond. */
const STEP_ENTRIES = 500;
/** Keys looked at in one call, about: a millisecond, too. */
const SCAN_KEYS = 500;

/**
 * Compares the index of keys with the log, once in each epoch: the file that a restarted Redis has read may be damaged. A key whose revision
 * is older than its newest entry of the log, or that is in only one of the two indexes, is repaired where log or checksum prove how it
 * was. What cannot be proved stays: loads report it as damaged.
 * @returns what was repaired, a sentence for each key; undefined when another process has done it in this epoch.
 * @throws StorageError Unavailable.
 */
export async function checkIndex(ask: Ask, base: string): Promise<readonly string[] | undefined> {
  const [epoch, checked] = await ask(({ redis }) => redis.hmget(`${base}:meta`, 'epoch', 'checked'));
  if (epoch && epoch === checked) return undefined;
  const repaired: string[] = [];
  for (const { key, type, revision } of await contradictions(ask, base)) {
    const newest = type === 'put' ? revision : 0;
    if (await ask((session) => repair(session, base, key, newest, revision)))
      repaired.push(
        newest === 0
          ? `${JSON.stringify(key)} was deleted at revision ${revision}, but its delete was lost`
          : `${JSON.stringify(key)} lost its newest revision ${revision}`,
      );
  }
  for (const key of await missingInOrder(ask, base)) repaired.push(`${JSON.stringify(key)} was missing in lists`);
  if (epoch) await ask(({ redis }) => redis.hset(`${base}:meta`, 'checked', epoch));
  return repaired;
}

/** The newest entries of keys that the index contradicts. */
async function contradictions(ask: Ask, base: string): Promise<Iterable<LogEntry>> {
  const newest = new Map<string, LogEntry>();
  for (let from = '-'; ;) {
    const [next, found] = await ask(
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

/** @returns whether it was still as it was found. */
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

/** Puts keys that have a revision and a value, but no place in the order of keys, back into it. @returns those keys. */
async function missingInOrder(ask: Ask, base: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let cursor = '0'; ;) {
    const [next, pointers] = await ask(
      ({ redis }) =>
        redis.call('FCALL', functionName('unordered'), 1, base, cursor, SCAN_KEYS) as Promise<[string, string[]]>,
    );
    for (let at = 0; at < pointers.length; at += 2) {
      const key = pointers[at]!;
      const revision = Number(pointers[at + 1]);
      const value = (await ask(({ redis }) => fetchValues(redis, base, [revision]))).get(revision);
      if (typeof checkedValue(key, revision, value) === 'string') continue;
      if (await ask((session) => repair(session, base, key, revision, revision))) found.push(key);
    }
    if (next === '0') return found;
    cursor = next;
  }
}
