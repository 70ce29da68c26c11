import type { Revision } from '../storage.js';
import { checkOf } from './value-sum.js';

interface EntryFacts {
  readonly revision: Revision;
  readonly key: string;
  /** What the key stood at; 0 when it was new. */
  readonly before: Revision;
  readonly timeMs: number;
}

export interface ChangeEntry extends EntryFacts {
  readonly type: 'put' | 'delete' | 'purge';
}

/** Nothing changed, but history went on here from the revision `before`, on another server or after a restart. */
export interface EpochEntry extends EntryFacts {
  readonly type: 'epoch';
}

/** One entry of the stream. */
export type LogEntry = ChangeEntry | EpochEntry;

/** As XRANGE and XREAD give it. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

const TYPES: Readonly<Record<string, LogEntry['type']>> = { p: 'put', d: 'delete', x: 'purge', e: 'epoch' };

/** Entries of the stream, up to the first that is damaged. */
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

/** Undefined: it is damaged. */
function readLogEntry(entry: StreamEntry): LogEntry | undefined {
  const [, [, kind = '', , key = '', , before, , time, , check]] = entry;
  const type = TYPES[kind];
  if (!type) return undefined;
  const read = { revision: revisionOf(entry), type, key, before: Number(before), timeMs: Number(time) };
  // Without one: of a release that made none, or no entry of a single write.
  if (check === undefined) return read;
  const isWrite = kind === 'p' || kind === 'd';
  return isWrite && checkOf(kind, key, read.before) === check ? read : undefined;
}

/** The revision whose value the event carries: a purge has the value as it stood. */
export const valueRevision = (entry: ChangeEntry): Revision => (entry.type === 'purge' ? entry.before : entry.revision);
