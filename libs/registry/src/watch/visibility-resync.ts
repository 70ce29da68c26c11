import type { Revision } from '@orch/storage';
import type { Entry } from '../cache/entry.js';
import { splitObjectKey } from '../keys/storage-keys.js';
import { convertedPieces, type EventPiece, type SelectedPiece } from './backlog.js';
import type { EntryBatches } from './candidates.js';
import { entriesPerStep, selectsContent, type ObjectSelection } from './object-filter.js';
import type { AppliedVisibility, VisibilityFilter } from './visibility-filter.js';
import type { Bookmark, WatchEvent } from './watch-event.js';

/** Objects matched per batch, and the bytes after which a batch ends. */
const ENTRIES_PER_PIECE = 500;
const BYTES_PER_PIECE = 1_024 * 1_024;

/** A resync of one watcher. */
export interface ResyncRequest {
  /** The state at the watcher's revision, filtered by the namespace and name it selects; or, once it is rebuilt, what reads it. */
  readonly batches: EntryBatches | Promise<() => EntryBatches>;
  readonly upTo: Revision;
  readonly selection: ObjectSelection;
  readonly visibility: AppliedVisibility;
  /** Filter under which the watcher got that state; undefined if it got nothing yet. */
  readonly previousFilter: VisibilityFilter | undefined;
  /** Sent last. */
  readonly bookmark: Bookmark | undefined;
}

/**
 * Moves a watcher from one visibility filter to another at the same revision: objects that became visible are ADDED, those that
 * are no longer visible are DELETED, both in the state of that revision. Their versions are older than the change of the visibility, so a
 * client that is disconnected midway cannot resume after it. When the visibility changes again meanwhile, it restarts from the events
 * sent so far, without a batch that waited for its turn to be sent. The initial events of a watch are a resync from an empty visible set.
 */
export class VisibilityResync implements AsyncIterator<EventPiece> {
  private pieces: AsyncGenerator<EventPiece, undefined>;
  /** The filter that selected the last batch; undefined: it is of no filter. */
  private target: VisibilityFilter | undefined;
  private isTakenBack = false;

  constructor(private readonly request: ResyncRequest) {
    this.pieces = this.resync();
  }

  /** This resync with each of its batches converted. */
  converted(convert: (piece: EventPiece) => Promise<SelectedPiece>): this {
    this.pieces = convertedPieces(this.pieces, this.request.upTo, convert);
    return this;
  }

  next(): Promise<IteratorResult<EventPiece, undefined>> {
    return this.pieces.next();
  }

  return(): Promise<IteratorResult<EventPiece, undefined>> {
    return this.pieces.return(undefined);
  }

  /** Takes back the last batch, to be called before it is sent, if the visibility has changed since it was selected. @returns whether it did. */
  takeBackOutdated(): boolean {
    if (this.target === undefined || this.target === this.request.visibility.newest) return false;
    return (this.isTakenBack = true);
  }

  private async *resync(): AsyncGenerator<EventPiece, undefined> {
    const { upTo, visibility, previousFilter, bookmark } = this.request;
    const state = await this.request.batches;
    yield { events: [], upTo }; // the owner's budget of time counts what follows a `next`, not what follows an `await`
    const batches = typeof state === 'function' ? state() : state;
    const sent = new Flags();
    if (previousFilter) {
      let number = 0;
      for (const entries of batches) {
        for (const entry of entries) sent.set(number++, isVisible(previousFilter, entry));
        yield { events: [], upTo };
      }
    }
    let target;
    do {
      target = visibility.newest;
      let before = 0;
      for (const entries of batches) {
        yield* this.changes(entries, before, sent, target);
        if (target !== visibility.newest) break;
        before += entries.length;
      }
    } while (target !== visibility.newest);
    visibility.apply(target);
    this.target = undefined;
    if (bookmark) yield { events: [bookmark], upTo };
    return undefined;
  }

  /** The events of a batch, until the visibility changes. @param before number of its first entry. */
  private *changes(
    entries: readonly Entry[],
    before: number,
    sent: Flags,
    target: VisibilityFilter,
  ): Generator<EventPiece> {
    const { upTo, selection, visibility } = this.request;
    const most = entriesPerStep(selection, ENTRIES_PER_PIECE);
    for (let at = 0; at < entries.length && target === visibility.newest;) {
      const events: WatchEvent[] = [];
      const changed: number[] = [];
      const begin = at;
      const end = Math.min(entries.length, at + most);
      for (let bytes = 0; at < end && bytes < BYTES_PER_PIECE; at++) {
        const entry = entries[at]!;
        const visible = isVisible(target, entry);
        if (visible === sent.has(before + at)) continue;
        sent.set(before + at, visible);
        changed.push(before + at);
        // Counted even if not sent: matching may require parsing.
        bytes += entry.length;
        if (!selectsContent(selection, entry)) continue;
        events.push({ type: visible ? 'ADDED' : 'DELETED', revision: entry.revision, entry });
      }
      this.target = target;
      yield { events, upTo };
      if (!this.isTakenBack) continue;
      this.isTakenBack = false;
      for (const one of changed) sent.set(one, !sent.has(one));
      at = begin;
    }
  }
}

/**
 * Evaluates the filter for every object of a watch without initial events: this is the set visible to the client, which can no
 * longer be determined after the next change.
 */
export function* resyncBacklog(
  batches: EntryBatches,
  visibility: VisibilityFilter,
  upTo: Revision,
): Generator<EventPiece, undefined> {
  for (const entries of batches) {
    for (const entry of entries) isVisible(visibility, entry);
    yield { events: [], upTo };
  }
  return undefined;
}

function isVisible(visibility: VisibilityFilter, { key }: Entry): boolean {
  const { namespace, name } = splitObjectKey(key);
  return visibility.includes(namespace, name);
}

/** A set of numbers from 0 on: one bit each. */
class Flags {
  private bytes = new Uint8Array(64);

  has(number: number): boolean {
    return ((this.bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  set(number: number, isSet: boolean): void {
    const at = number >> 3;
    if (at >= this.bytes.length) {
      const larger = new Uint8Array(2 * at);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const bit = 1 << (number & 7);
    this.bytes[at] = isSet ? this.bytes[at]! | bit : this.bytes[at]! & ~bit;
  }
}
