import type { Revision } from '../storage.js';
import { checkOf } from './value-sum.js';

interface EntryFacts {
  readonly revision: Revision;
  readonly key: string;
  /** Previous revision of the key; 0 when it was new. */
  readonly before: Revision;
  readonly timeMs: number;
}

export interface ChangeEntry extends EntryFacts {
  readonly type: 'put' | 'delete' | 'purge';
}

/** Not a change: history continued here from revision `before`, on another server or after a restart. */
export interface EpochEntry extends EntryFacts {
  readonly type: 'epoch';
}

/** One entry of the stream. */
export type LogEntry = ChangeEntry | EpochEntry;

/** As returned by XRANGE and XREAD. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

const TYPES: Readonly<Record<string, LogEntry['type']>> = { p: 'put', d: 'delete', x: 'purge', e: 'epoch' };

/** Entries of the stream, up to the first damaged one. */
export interface ReadEntries {
  readonly entries: readonly LogEntry[];
  /** The revision of the first damaged one. */
  readonly damagedAt: Revision | undefined;
}

export function readLogEntries(stream: readonly StreamEntry[]): ReadEntries {
  const entries: LogEntry[] = [];
  for (const each of stream) {
    const entry = readLogEntry(each);
    if (!entry) return { entries, damagedAt: revisionOf(each) };
    entries.push(entry);
  }
  return { entries, damagedAt: undefined };
}

const revisionOf = ([id]: StreamEntry): Revision => Number(id.slice(0, id.indexOf('-')));

/** Undefined: damaged. */
function readLogEntry(entry: StreamEntry): LogEntry | undefined {
  const [, [, kind = '', , key = '', , before, , time, , check]] = entry;
  const type = TYPES[kind];
  if (!type) return undefined;
  const read = { revision: revisionOf(entry), type, key, before: Number(before), timeMs: Number(time) };
  // No checksum: written by a release without checksums, or not a single write.
  if (check === undefined) return read;
  const isWrite = kind === 'p' || kind === 'd';
  return isWrite && checkOf(kind, key, read.before) === check ? read : undefined;
}

/** The revision whose value the event carries: a purge carries the previous value. */
export const valueRevision = (entry: ChangeEntry): Revision => (entry.type === 'purge' ? entry.before : entry.revision);
