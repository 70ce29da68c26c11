import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent, Stored } from '../storage.js';
import { functionName } from './function-library.js';
import { type ChangeEntry, type LogEntry, valueRevision } from './log-entry.js';
import { assertStore } from './other-store.js';
import type { Session } from './server-link.js';
import { damageOf } from './value-sum.js';

/** Values of one call, which blocks the server: some hundred microseconds. */
export const VALUES_PER_CALL = 512;
/** Bytes of the values of one call, which must arrive within its time limit. */
const BYTES_PER_CALL = 1_024 * 1_024;

/** A value as stored in Redis. */
export interface FoundValue {
  readonly bytes: Buffer;
  /** Null: written by a release without checksums. */
  readonly sum: string | null;
}

/**
 * Fetches the values of the first revisions, two or more, up to the limits of a call; undefined: missing. Others have no entry. The server builds the key
 * names: sending them would cost more than the answer.
 * @throws OtherStoreError when they are not from the store of the handshake.
 */
export async function fetchValues(
  session: Session,
  base: string,
  revisions: readonly Revision[],
): Promise<ReadonlyMap<Revision, FoundValue | undefined>> {
  const values = new Map<Revision, FoundValue | undefined>();
  if (revisions.length === 0) return values;
  const wanted = revisions.slice(0, VALUES_PER_CALL).join(' ');
  const call = session.redis.callBuffer('FCALL', functionName('values'), 1, base, wanted, BYTES_PER_CALL);
  const [found, texts, store] = (await call) as [values: (Buffer | null)[], sums: Buffer, store: Buffer | null];
  assertStore(session, store?.toString());
  // Callers continue with the others: without a value they would for ever.
  if (found.length < Math.min(2, revisions.length)) throw new TypeError('Redis sent an unexpected reply to a read');
  const sums = texts.toString('latin1').split(' ');
  found.forEach((bytes, i) => {
    values.set(revisions[i]!, bytes ? { bytes, sum: sums[i] === '-' ? null : sums[i]! } : undefined);
  });
  return values;
}

/** The first entries, of which all needed values were fetched. */
export function fetchedEntries<E extends LogEntry>(
  entries: readonly E[],
  needed: readonly Revision[],
  values: ReadonlyMap<Revision, unknown>,
): readonly E[] {
  const next = needed.find((revision) => !values.has(revision));
  if (next === undefined) return entries;
  return entries.slice(
    0,
    entries.findIndex((entry) => entry.type !== 'epoch' && (valueRevision(entry) === next || entry.before === next)),
  );
}

/** The bytes of an undamaged value, or what is wrong with it. */
export function checkedValue(key: string, revision: Revision, found: FoundValue | undefined): Buffer | string {
  if (!found) return 'the value is missing';
  return damageOf(key, revision, found.bytes, found.sum) ?? found.bytes;
}

/** Revisions of the values that events need, except `known` ones. */
export function neededValues(
  entries: readonly LogEntry[],
  withPrevious: boolean,
  known: (revision: Revision) => boolean,
): readonly Revision[] {
  const needed = new Set<Revision>();
  for (const entry of entries) {
    if (entry.type === 'epoch') continue;
    const at = valueRevision(entry);
    if (!known(at)) needed.add(at);
    if (withPrevious && entry.before !== 0) needed.add(entry.before);
  }
  return [...needed];
}

/** An event of the stream with its values; undefined when its value is damaged or trimmed. */
export function eventOf(
  entry: ChangeEntry,
  values: ReadonlyMap<Revision, FoundValue | undefined>,
): StorageEvent | undefined {
  const valueAt = (revision: Revision): Buffer | undefined => {
    const value = checkedValue(entry.key, revision, values.get(revision));
    return typeof value === 'string' ? undefined : value;
  };
  const value = valueAt(valueRevision(entry));
  return value && new StreamEvent(entry, value, valueAt(entry.before));
}

class StreamEvent implements StorageEvent {
  constructor(
    private readonly entry: ChangeEntry,
    readonly value: Buffer,
    private readonly before: Buffer | undefined,
  ) {}

  get type(): 'put' | 'delete' {
    return this.entry.type === 'put' ? 'put' : 'delete';
  }

  get key(): string {
    return this.entry.key;
  }

  get revision(): Revision {
    return this.entry.revision;
  }

  get timeMs(): number {
    return this.entry.timeMs;
  }

  /** @throws StorageError Compacted when it was trimmed or is damaged. */
  get previous(): Stored | undefined {
    const { key, before } = this.entry;
    if (before === 0) return undefined;
    if (!this.before) throw new StorageError('Compacted', key, { revision: before });
    return { key, value: this.before, revision: before };
  }
}
