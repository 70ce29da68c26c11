import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import type { HistoryPage } from '../watch-set.js';
import { CommittedEvent } from './committed-event.js';
import type { Disk, LogRecord } from './disk.js';
import { nextTurn } from './event-turn.js';
import { EntryType } from './log-entry.js';

/** Bounds of what is read in one turn of the event loop. */
const PAGE_EVENTS = 256;
const PAGE_BYTES = 1_024 * 1_024;

/** What an event is made of, from the log or from a write just committed. */
export type Change = Pick<LogRecord, 'type' | 'key' | 'value' | 'revision' | 'timeMs' | 'previous'>;

/** Reads events back from the log, page by page; no snapshot of the file is held between the pages. */
export class HistoryReader {
  constructor(
    private readonly disk: Pick<Disk, 'readLog' | 'readStored'>,
    /** Where history starts; never behind what is on disk. */
    private readonly oldest: () => Revision,
  ) {}

  /**
   * The next events under `prefix` with `after` < revision <= `upTo`.
   * @throws StorageError Compacted
   */
  page(prefix: string, after: Revision, upTo: Revision): HistoryPage {
    if (after < this.oldest()) throw compacted(prefix, after, this.oldest());
    const events: StorageEvent[] = [];
    let position = after;
    let bytes = 0;
    const last = Math.min(upTo, after + PAGE_EVENTS);
    for (const record of this.disk.readLog(after + 1, last)) {
      if (record.key.startsWith(prefix)) events.push(this.event(record));
      position = record.revision;
      bytes += record.entryBytes;
      if (bytes >= PAGE_BYTES) return { events, upTo: position };
    }
    return { events, upTo: last };
  }

  async *read(prefix: string, after: Revision, upTo: Revision, assertOpen: () => void): AsyncGenerator<StorageEvent> {
    for (let position = after; ; await nextTurn()) {
      assertOpen();
      const page = this.page(prefix, position, upTo);
      yield* page.events;
      position = page.upTo;
      if (position >= upTo) return;
    }
  }

  event(record: Change): StorageEvent {
    const { key, revision, timeMs, previous } = record;
    const value = record.type === EntryType.Purge ? this.disk.readStored(previous)?.value : record.value;
    if (value === undefined) throw compacted(key, previous, this.oldest());
    const type = record.type === EntryType.Put ? 'put' : 'delete';
    return new CommittedEvent(type, key, value, revision, timeMs, previous, this.readStored);
  }

  private readonly readStored = (revision: Revision) => this.disk.readStored(revision);
}

export const compacted = (key: string, after: Revision, oldest: Revision): StorageError =>
  new StorageError('Compacted', key, {
    message: `Compacted: history starts after revision ${oldest}, asked for was after ${after}`,
    revision: oldest,
  });
