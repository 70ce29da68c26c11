import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent, Stored } from '../storage.js';
import { functionName } from './function-library.js';
import { type ChangeEntry, type LogEntry, valueRevision } from './log-entry.js';
import { assertStore } from './other-store.js';
import type { Session } from './server-link.js';
import { damageOf } from './value-sum.js';

/** Values of one call, which blocks the server; each has at most 3 MiB. */
const VALUES_PER_CALL = 64;

/** A value as stored in Redis. */
export interface FoundValue {
  readonly bytes: Buffer;
  /** Null: written by a release without checksums. */
  readonly sum: string | null;
}

/**
 * Fetches the existing values by revision. The server builds the key names: sending them would cost more than the answer.
 * @throws OtherStoreError when they are not from the store of the handshake.
 */
export async function fetchValues(
  session: Session,
  base: string,
  revisions: readonly Revision[],
): Promise<ReadonlyMap<Revision, FoundValue>> {
  const parts: (readonly Revision[])[] = [];
  for (let from = 0; from < revisions.length; from += VALUES_PER_CALL)
    parts.push(revisions.slice(from, from + VALUES_PER_CALL));
  const name = functionName('values');
  const calls = parts.map((part) => session.redis.callBuffer('FCALL', name, 1, base, part.join(' ')));
  const found = (await Promise.all(calls)) as [values: (Buffer | null)[], sums: Buffer, store: Buffer | null][];
  const values = new Map<Revision, FoundValue>();
  found.forEach(([bytes, texts, store], part) => {
    assertStore(session, store?.toString());
    const sums = texts.toString('latin1').split(' ');
    bytes.forEach((value, i) => {
      if (value) values.set(parts[part]![i]!, { bytes: value, sum: sums[i] === '-' ? null : sums[i]! });
    });
  });
  return values;
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
export function eventOf(entry: ChangeEntry, values: ReadonlyMap<Revision, FoundValue>): StorageEvent | undefined {
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
