import type { Redis } from 'ioredis';

import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent, Stored } from '../storage.js';
import { functionName } from './function-library.js';
import { type ChangeEntry, type LogEntry, valueRevision } from './log-entry.js';

/** Values in one call, which nobody else can interrupt; they are of 3 MiB at most each. */
const VALUES_PER_CALL = 64;

/** Values by their revisions, those that are still there. The names of their keys are made there: sending them costs more than the answer. */
export async function fetchValues(
  redis: Redis,
  base: string,
  revisions: readonly Revision[],
): Promise<ReadonlyMap<Revision, Buffer>> {
  const parts: (readonly Revision[])[] = [];
  for (let from = 0; from < revisions.length; from += VALUES_PER_CALL)
    parts.push(revisions.slice(from, from + VALUES_PER_CALL));
  const name = functionName('values');
  const calls = parts.map((part) => redis.callBuffer('FCALL', name, 1, base, part.join(' ')));
  const found = (await Promise.all(calls)) as (Buffer | null)[][];
  const values = new Map<Revision, Buffer>();
  found.flat().forEach((value, i) => value && values.set(revisions[i]!, value));
  return values;
}

/** Which values events need. `known`: those that need not be fetched. */
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

/** An event of the stream with its values; undefined when its own value is gone: it has left the history. */
export function eventOf(entry: ChangeEntry, values: ReadonlyMap<Revision, Buffer>): StorageEvent | undefined {
  const value = values.get(valueRevision(entry));
  if (!value) return undefined;
  return new StreamEvent(entry, value, values.get(entry.before));
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

  /** @throws StorageError Compacted when it has left the history. */
  get previous(): Stored | undefined {
    const { key, before } = this.entry;
    if (before === 0) return undefined;
    if (!this.before) throw new StorageError('Compacted', key, { revision: before });
    return { key, value: this.before, revision: before };
  }
}
