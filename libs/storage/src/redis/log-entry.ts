import type { Revision } from '../storage.js';

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

export function readLogEntry([id, fields]: StreamEntry): LogEntry {
  const type = TYPES[fields[1] ?? ''];
  if (!type) throw new Error(`an entry of the stream cannot be read: ${id}`);
  return {
    revision: Number(id.slice(0, id.indexOf('-'))),
    type,
    key: fields[3] ?? '',
    before: Number(fields[5]),
    timeMs: Number(fields[7]),
  };
}

/** The revision whose value the event carries: a purge has the value as it stood. */
export const valueRevision = (entry: ChangeEntry): Revision => (entry.type === 'purge' ? entry.before : entry.revision);
