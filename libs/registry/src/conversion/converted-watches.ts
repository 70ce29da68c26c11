import { sleep, type Clock } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { Change } from '../cache/change.js';
import type { Entry } from '../cache/entry.js';
import { convertedPieces, type Backlog, type EventPiece, type SelectedPiece } from '../watch/backlog.js';
import type { FanOut } from '../watch/fan-out.js';
import { GroupIndex } from '../watch/group-index.js';
import { entriesPerStep, hasSelectors, selectsContent, type ObjectSelection } from '../watch/object-filter.js';
import type { AppliedVisibility } from '../watch/visibility-filter.js';
import { VisibilityResync } from '../watch/visibility-resync.js';
import { asSelected, type Bookmark, type WatchEvent } from '../watch/watch-event.js';
import { WatchHub, type DerivedWatches } from '../watch/watch-hub.js';
import type { WatchSource } from '../watch/watch-source.js';
import type { Watcher, WatchRequest } from '../watch/watcher.js';
import type { VersionConversion } from './version-conversion.js';

/** Pauses before a conversion for watches is tried again; then the watches end. Unit: milliseconds. */
const RETRY_PAUSES_MS = [1_000, 2_000];
/** Events selected in one step, where the selectors have few requirements. */
const EVENTS_PER_STEP = 500;
const EVERYTHING: ObjectSelection = { namespace: undefined, name: undefined, labels: undefined, fields: undefined };

/** Changes of the stored objects. */
export interface StoredChanges extends WatchSource {
  /** Revision of the last change. */
  readonly changedAt: Revision;
}

/**
 * The watches of one served version whose objects are converted: their hub gets the changes of the stored objects, converted in order, batch by
 * batch. No change waits in memory: while a conversion takes time, only the revision is kept up to which changes were converted, and the rest is
 * read from the event window, or is too old, which ends the watches with 410. Without watches nothing is converted.
 */
export class ConvertedWatches implements WatchSource, DerivedWatches {
  private readonly hub: WatchHub;
  private readonly index: GroupIndex;
  /** While batches are converted. */
  private isRunning = false;
  /** Of a run: everything up to it was published. */
  private upTo: Revision;
  /** The last revision to publish before all watches end; undefined while they go on. */
  private last: Revision | undefined;

  constructor(
    private readonly stored: StoredChanges,
    private readonly conversion: VersionConversion,
    fanOut: FanOut,
    private readonly clock: Clock,
  ) {
    this.index = new GroupIndex();
    this.hub = new WatchHub(this, this.index, fanOut, clock);
    this.upTo = stored.currentRevision;
  }

  add(request: WatchRequest): Watcher {
    if (!this.isRunning && this.hub.size === 0) this.upTo = this.stored.currentRevision;
    return this.hub.add(request);
  }

  get currentRevision(): Revision {
    return this.isRunning ? this.upTo : this.stored.currentRevision;
  }

  finish(watcher: Watcher): void {
    this.hub.finish(watcher);
  }

  changesSince(revision: Revision): number {
    return this.stored.changesSince(revision);
  }

  /** Undefined also when there are events: they are converted in {@link eventsFromLog}. */
  eventsSince(selection: ObjectSelection, revision: Revision): EventPiece | undefined {
    const piece = this.stored.eventsSince(withoutSelectors(selection), revision);
    return piece?.events.length === 0 ? piece : undefined;
  }

  eventsFromLog(selection: ObjectSelection, revision: Revision, reader?: string): Backlog | undefined {
    const all = withoutSelectors(selection);
    const inMemory = this.stored.eventsSince(all, revision) !== undefined;
    const backlog = inMemory
      ? eventsInMemory(this.stored, all, revision)
      : this.stored.eventsFromLog(all, revision, reader);
    return backlog && this.backlog(backlog, selection, revision);
  }

  resync(selection: ObjectSelection, visibility: AppliedVisibility, revision: Revision): VisibilityResync {
    const resync = this.stored.resync(withoutSelectors(selection), visibility, revision);
    return resync.converted((piece) => this.withRetries(() => this.piece(piece, selection)));
  }

  /**
   * The events of a backlog of stored objects, converted and selected.
   * @param backlog made without the selectors of `selection`.
   * @param start revision up to which everything was sent before.
   */
  backlog(backlog: Backlog, selection: ObjectSelection, start: Revision): Backlog {
    const convert = (piece: EventPiece): Promise<SelectedPiece> => this.withRetries(() => this.piece(piece, selection));
    return backlog instanceof VisibilityResync ? backlog.converted(convert) : convertedPieces(backlog, start, convert);
  }

  /** Changes were published to the watches of the stored form. */
  follow(): void {
    if (this.isRunning) return;
    if (this.hub.size === 0) this.upTo = this.stored.currentRevision;
    else void this.run();
  }

  finishAll(): void {
    if (this.isRunning) this.last ??= this.stored.changedAt;
    else this.hub.finishAll();
  }

  close(): void {
    this.hub.close();
  }

  expire(): void {
    this.hub.expire();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.hub.size > 0 && this.upTo < (this.last ?? this.stored.changedAt)) await this.publishNext();
    } catch (error) {
      this.hub.fail(error);
    } finally {
      this.isRunning = false;
      this.upTo = this.stored.currentRevision;
    }
    if (this.last !== undefined) this.hub.finishAll();
  }

  private async publishNext(): Promise<void> {
    const piece = this.stored.eventsSince(EVERYTHING, this.upTo);
    if (!piece) {
      this.hub.expire();
      return;
    }
    const changes = (piece.events as readonly Change[]).filter(({ entry }) => this.index.mayConcern(entry.key));
    const converted = changes.length === 0 ? [] : await this.withRetries(() => this.changes(changes));
    this.upTo = piece.upTo;
    this.hub.publish(converted);
  }

  private async withRetries<T>(convert: () => Promise<T>): Promise<T> {
    for (const pauseMs of RETRY_PAUSES_MS) {
      try {
        return await convert();
      } catch {
        // The last attempt reports why.
        await sleep(this.clock, pauseMs);
      }
    }
    return convert();
  }

  private async changes(changes: readonly Change[]): Promise<readonly Change[]> {
    const states = await this.statesOf(changes, this.index.hasSelectors);
    return changes.map((change) => ({ ...change, ...states(change) }));
  }

  /** @param piece made without the selectors of `selection`. */
  private async piece(piece: EventPiece, selection: ObjectSelection): Promise<SelectedPiece> {
    const objects = piece.events.filter((event) => event.type !== 'BOOKMARK');
    return selectedInSteps(piece, selection, await this.statesOf(objects, hasSelectors(selection)));
  }

  /** Converts the objects of all events in one go, the previous ones only if selectors need them. */
  private async statesOf(events: readonly (WatchEvent | Change)[], previousToo: boolean): Promise<ConvertedStates> {
    const entries: Entry[] = [];
    for (const event of events) {
      entries.push(event.entry);
      const previous = previousToo ? previousOf(event) : undefined;
      if (previous) entries.push(previous);
    }
    const converted = await this.conversion.entries(entries);
    const byStored = new Map(entries.map((entry, at) => [entry, converted[at]!]));
    return (event) => {
      const entry = byStored.get(event.entry)!;
      const previous = previousOf(event);
      return previous && previousToo ? { entry, previous: byStored.get(previous)! } : { entry };
    };
  }
}

/** The converted object of an event, and its converted previous state where that was asked for. */
type ConvertedStates = (event: WatchEvent | Change) => Partial<Change> & { readonly entry: Entry };

function* selectedInSteps(
  { events, upTo }: EventPiece,
  selection: ObjectSelection,
  states: ConvertedStates,
): SelectedPiece {
  const most = entriesPerStep(selection, EVENTS_PER_STEP);
  const out: (WatchEvent | Bookmark)[] = [];
  for (const [at, event] of events.entries()) {
    if (at > 0 && at % most === 0) yield;
    if (event.type === 'BOOKMARK') {
      out.push(event);
      continue;
    }
    const converted = { ...event, ...states(event) };
    if (!('previous' in event)) {
      if (selectsContent(selection, converted.entry)) out.push(converted);
      continue;
    }
    const selected = asSelected(selection, converted as Change);
    if (selected) out.push(selected);
  }
  return { events: out, upTo };
}

const previousOf = (event: WatchEvent | Change): Entry | undefined =>
  'previous' in event ? event.previous : undefined;

/** Selectors apply to converted objects. */
export const withoutSelectors = (selection: ObjectSelection): ObjectSelection =>
  hasSelectors(selection) ? { ...selection, labels: undefined, fields: undefined } : selection;

function* eventsInMemory(
  source: WatchSource,
  selection: ObjectSelection,
  after: Revision,
): Generator<EventPiece, undefined> {
  for (let at = after; ;) {
    const piece = source.eventsSince(selection, at);
    // Dropped meanwhile: the watcher looks again from where it is.
    if (!piece) return undefined;
    yield piece;
    if (piece.upTo >= source.currentRevision) return undefined;
    at = piece.upTo;
  }
}
