import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageError } from '../storage-error.js';
import type { Revision, StorageEvent } from '../storage.js';
import type { HistoryPage } from '../watch-set.js';
import { CommittedEvent } from './committed-event.js';
import type { Disk, LogRecord } from './disk.js';
import { EntryDamage } from './entry-damage.js';
import { EntryType } from './log-entry.js';
import { lastState } from './unchanged-delete.js';

/** Limits of one page, which is one turn of the event loop. */
const PAGE_EVENTS = 256;
const PAGE_BYTES = 1_024 * 1_024;
const NO_VALUE = Buffer.alloc(0);

/** Source of an event: a log record or a committed write. */
export type Change = Pick<LogRecord, 'type' | 'key' | 'value' | 'revision' | 'timeMs' | 'previous'>;

/**
 * Reads events back from the log, page by page; no snapshot of the file is held between pages. A damaged or missing record
 * truncates history: it starts after that record then.
 */
export class HistoryReader {
  private damagedUpTo: Revision = 0;

  constructor(
    private readonly disk: Pick<Disk, 'readLog' | 'readStored'>,
    /** Start of history after trimming; never behind the state on disk. */
    private readonly trimmed: () => Revision,
    /** Called when a damaged record is found. */
    private readonly onDamaged: (damage: EntryDamage) => void = () => undefined,
  ) {}

  /** Start of history. */
  readonly oldest = (): Revision => Math.max(this.trimmed(), this.damagedUpTo);

  /** Makes history start after the damaged record. */
  endAt(damage: EntryDamage): void {
    if (damage.revision <= this.oldest()) return;
    this.damagedUpTo = damage.revision;
    this.onDamaged(damage);
  }

  /**
   * The next events under `prefix` with `after` < revision <= `upTo`.
   * @throws StorageError Compacted
   */
  page(prefix: string, after: Revision, upTo: Revision): HistoryPage {
    if (after < this.oldest()) throw compacted(prefix, after, this.oldest());
    try {
      return this.readPage(prefix, after, upTo);
    } catch (error) {
      if (!(error instanceof EntryDamage)) throw error;
      this.endAt(error);
      throw compacted(prefix, after, this.oldest());
    }
  }

  /** @throws EntryDamage */
  private readPage(prefix: string, after: Revision, upTo: Revision): HistoryPage {
    const events: StorageEvent[] = [];
    let position = after;
    let bytes = 0;
    const last = Math.min(upTo, after + PAGE_EVENTS);
    for (const record of this.disk.readLog(after + 1, last)) {
      // Inside the history window every revision has a record.
      if (record.revision !== position + 1) throw new EntryDamage(position + 1, 'the record is missing');
      if (record.key.startsWith(prefix)) events.push(this.event(record));
      position = record.revision;
      bytes += record.entryBytes;
      if (bytes >= PAGE_BYTES) return { events, upTo: position };
    }
    if (position < last) throw new EntryDamage(position + 1, 'the record is missing');
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

  /** The event of a committed write; a purge of a damaged value has an empty value. */
  live(write: Change): StorageEvent {
    const isPurge = write.type === EntryType.Purge;
    return this.eventWith(write, isPurge ? (this.disk.readStored(write.previous)?.value ?? NO_VALUE) : write.value);
  }

  /** @throws EntryDamage when the value it needs is damaged. */
  private event(record: Change): StorageEvent {
    const { type, revision, previous, value } = record;
    if (type !== EntryType.Purge && type !== EntryType.DeleteUnchanged) return this.eventWith(record, value);
    const before = this.disk.readStored(previous);
    if (!before)
      throw new EntryDamage(revision, `the value of revision ${previous}, which it shows, is damaged or missing`);
    return this.eventWith(record, type === EntryType.Purge ? before.value : lastState(value, revision, before));
  }

  private eventWith({ type, key, revision, timeMs, previous }: Change, value: Buffer): StorageEvent {
    const kind = type === EntryType.Put ? 'put' : 'delete';
    return new CommittedEvent(kind, key, value, revision, timeMs, previous, this.readStored);
  }

  private readonly readStored = (revision: Revision) => this.disk.readStored(revision);
}

export const compacted = (key: string, after: Revision, oldest: Revision): StorageError =>
  new StorageError('Compacted', key, {
    message: `Compacted: history starts after revision ${oldest}, requested was after ${after}`,
    revision: oldest,
  });
