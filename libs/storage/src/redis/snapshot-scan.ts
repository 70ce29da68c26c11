import { setImmediate as nextTurn } from 'node:timers/promises';

import { corrupted, StorageError } from '../storage-error.js';
import type { ReadOptions, Revision, Stored } from '../storage.js';
import { checkedValue, fetchValues, VALUES_PER_CALL } from './event-values.js';
import { functionName } from './function-library.js';
import { readEntries } from './log-reader.js';
import { assertStore } from './other-store.js';
import type { Session } from './server-link.js';

/** Keys per call, which blocks the server for less than a millisecond. */
const PAGE_KEYS = 500;

type KeyPointer = readonly [key: string, revision: Revision];

/** A consistent snapshot of the revisions of all keys under a prefix, in key order. */
export interface SnapshotScan {
  readonly revision: Revision;
  /** Revision 0: the store is damaged, and the key has lost its revision. */
  readonly pointers: readonly KeyPointer[];
}

/** Runs a call with the current session. */
export type RunInSession = <T>(call: (session: Session) => Promise<T>) => Promise<T>;

/**
 * Scans the keys in pages, concurrently with writes, then applies the changes made during the scan.
 * @throws StorageError Compacted when the scan took longer than the history window.
 */
export async function scanSnapshot(run: RunInSession, base: string, prefix: string): Promise<SnapshotScan> {
  const { epoch, revision: from } = await run((session) => newest(session, base));
  const revisionByKey = new Map<string, Revision>();
  for (let low = prefix === '' ? '-' : `[${prefix}`; ;) {
    const [keys, revisions] = await run((session) => readPage(session, base, low, prefix));
    keys.forEach((key, i) => revisionByKey.set(key, Number(revisions[i] ?? 0)));
    if (keys.length < PAGE_KEYS) break;
    low = `(${keys.at(-1)}`;
  }
  const { revision: upTo } = await run((session) => newest(session, base));
  let sorted = true;
  for (let at = from; at < upTo;) {
    const after = at;
    const entries = await run((session) => readEntries(session, base, after, upTo));
    for (const { key, type, revision } of entries) {
      at = revision;
      if (type === 'epoch' || !key.startsWith(prefix)) continue;
      sorted &&= type === 'put' && revisionByKey.has(key);
      if (type === 'put') revisionByKey.set(key, revision);
      else revisionByKey.delete(key);
    }
    if (entries.length === 0) at = upTo;
  }
  // Another epoch began meanwhile: the scan may contain lost changes.
  if ((await run((session) => newest(session, base))).epoch !== epoch) return scanSnapshot(run, base, prefix);
  const pointers = [...revisionByKey];
  return { revision: upTo, pointers: sorted ? pointers : inByteOrder(pointers) };
}

/**
 * The values of a snapshot, page by page.
 * @throws StorageError Compacted when they are read after the history window; Corrupted, unless `onDamaged` is given.
 */
export async function* readSnapshot(
  run: RunInSession,
  base: string,
  { pointers }: SnapshotScan,
  { onDamaged }: ReadOptions = {},
): AsyncGenerator<Stored[]> {
  const pageAt = (from: number) => pointers.slice(from, from + VALUES_PER_CALL);
  const fetch = (from: number) => {
    const revisions = pageAt(from).map(([, revision]) => revision);
    return run((session) => fetchValues(session, base, revisions));
  };
  let coming = pointers.length > 0 ? fetch(0) : undefined;
  for (let from = 0; from < pointers.length;) {
    const values = await coming!;
    const wanted = pageAt(from);
    const end = wanted.findIndex(([, revision]) => !values.has(revision));
    const fetched = end === -1 ? wanted : wanted.slice(0, end);
    // The next page is fetched while this one is processed.
    from += fetched.length;
    coming = from < pointers.length ? fetch(from) : undefined;
    coming?.catch(() => undefined);
    const page: Stored[] = [];
    for (const [key, revision] of fetched) {
      const value = checkedValue(key, revision, values.get(revision));
      if (typeof value !== 'string') {
        page.push({ key, value, revision });
        continue;
      }
      const damage = await damageNow(run, base, [key, revision], value);
      if (!onDamaged) throw damage;
      onDamaged(damage);
    }
    yield page;
    await nextTurn();
  }
}

/** @returns the error Corrupted. @throws StorageError Compacted when the key has changed since: then its value may be gone. */
async function damageNow(
  run: RunInSession,
  base: string,
  [key, revision]: KeyPointer,
  what: string,
): Promise<StorageError> {
  if (revision === 0) return corrupted(key, 'the index of keys is damaged', revision);
  const current = await run(({ redis }) => redis.hget(`${base}:keys`, key));
  if (current !== String(revision)) throw new StorageError('Compacted', key, { revision });
  return corrupted(key, what, revision);
}

/** @throws StorageError Unavailable when the store was emptied; OtherStoreError. */
async function newest(session: Session, base: string): Promise<{ epoch: string; revision: Revision }> {
  const [epoch, revision, store] = await session.redis.hmget(`${base}:meta`, 'epoch', 'revision', 'store');
  if (!epoch) throw new StorageError('Unavailable', '', { message: 'the store was emptied' });
  assertStore(session, store);
  return { epoch, revision: Number(revision) };
}

async function readPage(
  { redis }: Session,
  base: string,
  low: string,
  prefix: string,
): Promise<[keys: string[], revisions: string[]]> {
  const call = redis.call('FCALL', functionName('page'), 1, base, low, highest(prefix), PAGE_KEYS);
  return (await call) as [string[], string[]];
}

/** The end of the range of keys that start with `prefix`, in ZRANGE syntax. */
export function highest(prefix: string): string | Buffer {
  if (prefix === '') return '+';
  const bytes = Buffer.from(`(${prefix}`);
  // The last byte of UTF-8 is never 255, so the next byte string after all with this prefix is one higher there.
  bytes[bytes.length - 1]!++;
  return bytes;
}

function inByteOrder(pointers: readonly KeyPointer[]): KeyPointer[] {
  const keyed = pointers.map((pointer) => ({ pointer, bytes: Buffer.from(pointer[0]) }));
  keyed.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  return keyed.map(({ pointer }) => pointer);
}
