import { setImmediate as nextTurn } from 'node:timers/promises';
import { PassingMap, type ApiObject, type Clock } from '@orch/apimachinery';
import type { Revision, Storage, StorageError, StorageEvent, Stored, Value } from '@orch/storage';
import type { Change } from '../cache/change.js';
import { DamagedEntry, isDamaged } from '../cache/damaged-entry.js';
import { entriesInPlace } from '../cache/entries-in-place.js';
import { Entry, type FactReader, type SelectorFacts } from '../cache/entry.js';
import { EventWindow } from '../cache/event-window.js';
import { ResourceCache } from '../cache/resource-cache.js';
import type { ValueMemory } from '../cache/value-memory.js';
import type { WindowBudget } from '../cache/window-budget.js';
import type { Backlog, EventPiece } from '../watch/backlog.js';
import type { FanOut } from '../watch/fan-out.js';
import { asSelected, type Bookmark, type WatchEvent } from '../watch/watch-event.js';
import { inScope, type ObjectSelection } from '../watch/object-filter.js';
import { GroupIndex } from '../watch/group-index.js';
import { SightShift } from '../watch/sight-shift.js';
import { keyInResource, resourceOfPrefix } from '../keys/storage-keys.js';
import { WatchHub, type HubHost } from '../watch/watch-hub.js';
import { Mailbox } from './mailbox.js';
import { Reload } from './reload.js';
import { SnapshotStore } from './snapshot-store.js';

/** Bounds of what goes to a watcher in one piece while it catches up: events, their bytes, and changes looked at for them. */
const EVENTS_PER_PIECE = 256;
const BYTES_PER_PIECE = 1_024 * 1_024;
const CHANGES_PER_PIECE = 4_096;
/** Changes that are undone in one turn when a state of the past is rebuilt. */
const CHANGES_PER_TURN = 1_000;

/** What actors share. */
export interface ActorEnvironment {
  readonly storage: Storage;
  readonly budget: WindowBudget;
  readonly memory: ValueMemory;
  readonly fanOut: FanOut;
  readonly clock: Clock;
  /** How long states of the past are promised to be readable. Unit: milliseconds. */
  readonly historyWindowMs: number;
  /** Newest revision that every actor has applied. */
  readonly appliedRevision: () => Revision;
  readonly waitFor: (revision: Revision, timeoutMs: number) => Promise<boolean>;
  /** Whether the actors follow the store; not while they are loaded. */
  readonly isFollowing: () => boolean;
  /** Whether the changes up to that revision are no part of the store's history: a fail-over lost them. */
  readonly isLost: (revision: Revision) => boolean;
  /** Returns when the actors are as new as the store is now. @throws ApiError ServiceUnavailable. */
  readonly refresh: () => void | Promise<void>;
  /** The revision that the actors had when those of the main store had `main`. */
  readonly revisionAt: (main: Revision) => Revision;
}

/**
 * Owns one stored resource: its cache, its order of revisions, its change stream and the mailbox of its objects
 * (design section 4). State changes only through `apply`, which the registry calls with durable events in revision order.
 */
export class ResourceActor {
  readonly mailbox = new Mailbox();
  readonly hub: WatchHub;
  readonly snapshots: SnapshotStore;
  private readonly cache = ResourceCache.empty();
  private readonly window = new EventWindow();
  private unpublished: Change[] = [];
  /** Facts of writes in flight, so that their entries need no parsing when the event comes back. */
  private readonly factsInFlight = new PassingMap<string, { value: Value; facts: SelectorFacts }>();
  private factsAsked = false;
  private changedAt: Revision = 0;
  /** What is here was loaded at this revision; undefined before. */
  private loadedAt: Revision | undefined;
  /** Current objects whose stored value is damaged, by key. */
  private readonly damaged = new Map<string, DamagedEntry>();
  /** A damaged object was replaced or deleted, so watchers cannot be sent what changed: they must list again. */
  private mustRelist = false;

  constructor(
    /** Prefix of its storage keys. */
    readonly prefix: string,
    private readonly factsOf: FactReader,
    indexedFields: readonly string[],
    private readonly environment: ActorEnvironment,
  ) {
    this.hub = new WatchHub(this.hubHost(), new GroupIndex(indexedFields), environment.fanOut, environment.clock);
    this.snapshots = new SnapshotStore(environment.clock, () => this.window.completeAfter);
  }

  /** Newest durable state. */
  get current(): ResourceCache {
    return this.cache;
  }

  /** Newest revision at which anything of this resource changed; the revision it was loaded at, when nothing has since. */
  get lastChange(): Revision {
    return this.changedAt;
  }

  get storage(): Storage {
    return this.environment.storage;
  }

  get revision(): Revision {
    return this.environment.appliedRevision();
  }

  /** States and changes from this revision on can be read. */
  get oldestRevision(): Revision {
    return this.environment.storage.oldestRevision;
  }

  get historyWindowMs(): number {
    return this.environment.historyWindowMs;
  }

  get nowMs(): number {
    return this.environment.clock.now();
  }

  /** Whether states and changes are here in one piece; not while they are loaded. */
  get isFollowing(): boolean {
    return this.environment.isFollowing();
  }

  /** Whether the changes up to that revision were lost by the store: who has seen them begins anew. */
  isLost(revision: Revision): boolean {
    return this.environment.isLost(revision);
  }

  /** The revision that was newest here when the main store, which says when rights changed, had `main`. */
  revisionAt(main: Revision): Revision {
    return this.environment.revisionAt(main);
  }

  get(key: string): Entry | undefined {
    return this.cache.get(key);
  }

  /** Whether nothing was loaded so far. */
  get isNew(): boolean {
    return this.loadedAt === undefined && this.cache.isEmpty;
  }

  /** Takes in one object, when nothing was loaded so far. */
  load(stored: Stored): void {
    const entry = this.entryOf(stored);
    this.cache.set(entry);
    this.environment.memory.adopt(entry);
    this.environment.budget.currentGrew(stored.value.length);
  }

  /** Takes in an object whose stored value is damaged, when nothing was loaded so far. */
  loadDamaged(damage: StorageError): void {
    const entry = this.damagedEntryOf(damage);
    this.cache.set(entry);
    this.damaged.set(entry.key, entry);
  }

  /** Current objects whose stored value is damaged. */
  get damagedEntries(): Iterable<DamagedEntry> {
    return this.damaged.values();
  }

  get hasDamage(): boolean {
    return this.damaged.size > 0;
  }

  /** Everything that stood in the store at `revision` is here, and what was known of changes before is not. */
  loaded(revision: Revision): void {
    this.loadedAt = this.changedAt = revision;
    this.forgetHistory(revision);
    this.unpublished = [];
  }

  private forgetHistory(revision: Revision): void {
    this.environment.budget.forget(this.window);
    this.window.restart(revision);
    this.snapshots.clear();
  }

  /** Begins to compare what is here with what stands in the store. */
  reload(): Reload {
    return new Reload(
      this.cache,
      (stored) => this.entryOf(stored),
      (damage) => this.damagedEntryOf(damage),
    );
  }

  /** Takes over what is different from what is here, and returns it. */
  replace(changes: readonly Change[]): readonly Change[] {
    const { memory, budget } = this.environment;
    for (const change of changes) {
      const { type, entry, previous } = change;
      this.cache.apply(change);
      if (previous) memory.release(previous);
      if (type !== 'DELETED') memory.adopt(entry);
      this.damaged.delete(entry.key);
      if (type !== 'DELETED' && isDamaged(entry)) this.damaged.set(entry.key, entry);
      budget.currentGrew((type === 'DELETED' ? 0 : entry.length) - (previous?.length ?? 0));
    }
    return changes;
  }

  /** Remembers selector facts of a write that is about to be stored, once anybody has asked for those of this resource. */
  expect(key: string, value: Value, object: ApiObject): void {
    if (this.factsAsked) this.factsInFlight.set(key, { value, facts: this.factsOf(object) });
  }

  private readonly readFacts: FactReader = (object) => {
    this.factsAsked = true;
    return this.factsOf(object);
  };

  /** The write that was expected failed. */
  unexpect(key: string): void {
    this.factsInFlight.delete(key);
  }

  /** Resolves with true when `revision` has been applied, with false after `timeoutMs`. */
  waitFor(revision: Revision, timeoutMs: number): Promise<boolean> {
    return this.environment.waitFor(revision, timeoutMs);
  }

  /** Returns when what is here is as new as the store is now. @throws ApiError ServiceUnavailable. */
  refresh(): void | Promise<void> {
    return this.environment.refresh();
  }

  /** Applies one durable event; undefined when it was part of what was loaded. */
  apply(event: StorageEvent): Change | undefined {
    if (this.loadedAt !== undefined && event.revision <= this.loadedAt) return undefined;
    const read = keyInResource(event.key, this.prefix);
    const previous = this.cache.get(read);
    // The cache keeps the first text of a key: states of one object share it.
    const key = previous?.key ?? read;
    const entry = new Entry(key, event.revision, event.value, this.readFacts, this.factsFor(key, event));
    const type = event.type === 'delete' ? 'DELETED' : previous ? 'MODIFIED' : 'ADDED';
    const change: Change = { type, revision: event.revision, entry, previous, timeMs: event.timeMs };
    this.cache.apply(change);
    this.settle(change);
    this.changedAt = event.revision;
    this.window.push(change);
    this.account(event, previous);
    this.unpublished.push(change);
    if (this.damaged.delete(key)) this.mendHistory(event.revision);
    return change;
  }

  /** The state before a change was damaged: watches and lists from before it cannot be served any more. */
  private mendHistory(revision: Revision): void {
    this.forgetHistory(revision);
    this.mustRelist = true;
  }

  /** Gives the values of a change their place. */
  private settle({ type, entry, previous }: Change): void {
    const { memory } = this.environment;
    if (previous) memory.retire(previous);
    if (type === 'DELETED') memory.archive(entry);
    else memory.keep(entry);
  }

  /** What replaced or ended an object keeps its last value; the newest is the cache's. */
  private account(event: StorageEvent, previous: Entry | undefined): void {
    const { budget } = this.environment;
    const before = previous?.length ?? 0;
    const after = event.value.length;
    budget.currentGrew((event.type === 'delete' ? 0 : after) - before);
    budget.added(this.window, event.type === 'delete' ? before + after : before);
  }

  /** Sends what `apply` collected to the watchers. */
  publish(): void {
    const changes = this.unpublished;
    this.unpublished = [];
    if (!this.mustRelist) return this.hub.publish(changes);
    this.mustRelist = false;
    this.hub.expire();
  }

  /** The state at `revision`, which must not be older than the store's history. */
  async stateAt(revision: Revision): Promise<ResourceCache> {
    if (revision >= this.changedAt) return this.cache.snapshot();
    const kept = this.snapshots.get(revision);
    if (kept) return kept;
    // Taken before the first await: what is written meanwhile is not part of it.
    const past = this.cache.snapshot();
    const inMemory = revision >= this.window.completeAfter;
    await rollBack(past, inMemory ? this.window.after(revision) : this.changesFromLog(revision, this.revision));
    return past;
  }

  private entryOf({ key, revision, value }: Stored): Entry {
    return new Entry(keyInResource(key, this.prefix), revision, value, this.readFacts);
  }

  private damagedEntryOf(damage: StorageError): DamagedEntry {
    return new DamagedEntry(keyInResource(damage.key, this.prefix), damage, resourceOfPrefix(this.prefix));
  }

  private async *changesFromLog(after: Revision, upTo: Revision): AsyncGenerator<Change> {
    for await (const event of this.environment.storage.history(this.prefix, after, upTo)) yield this.fromLog(event);
  }

  private factsFor(key: string, event: StorageEvent): SelectorFacts | undefined {
    const expected = this.factsInFlight.get(key);
    if (!expected) return undefined;
    this.factsInFlight.delete(key);
    return isValue(event.value, expected.value) ? expected.facts : undefined;
  }

  private fromLog(event: StorageEvent): Change {
    const key = keyInResource(event.key, this.prefix);
    const entry = new Entry(key, event.revision, event.value, this.readFacts);
    const before = event.previous;
    const previous = before && new Entry(key, before.revision, before.value, this.readFacts);
    const type = event.type === 'delete' ? 'DELETED' : previous ? 'MODIFIED' : 'ADDED';
    return { type, revision: event.revision, entry, previous, timeMs: event.timeMs };
  }

  private hubHost(): HubHost {
    return {
      currentRevision: () => this.revision,
      since: (selection, revision) => this.since(selection, revision),
      history: (selection, revision) => this.history(selection, revision),
      shift: (selection, sight, revision) => {
        const entries = this.stateAt(revision).then((state) => entriesInPlace(state, selection));
        // Where it fails it is told when the first piece is asked for.
        entries.catch(() => undefined);
        return new SightShift({
          entries,
          upTo: revision,
          selection,
          sight,
          shownBy: sight.shownBy,
          bookmark: undefined,
        });
      },
      changesSince: (revision) =>
        revision < this.window.completeAfter ? Infinity : this.window.endSequence - this.window.sequenceAfter(revision),
    };
  }

  private since(selection: ObjectSelection, revision: Revision): EventPiece | undefined {
    if (revision < this.window.completeAfter) return undefined;
    const events: WatchEvent[] = [];
    const end = this.window.endSequence;
    let at = this.window.sequenceAfter(revision);
    const most = Math.min(end, at + CHANGES_PER_PIECE);
    let upTo = revision;
    for (let bytes = 0; at < most && events.length < EVENTS_PER_PIECE && bytes < BYTES_PER_PIECE; at++) {
      const change = this.window.at(at)!;
      upTo = change.revision;
      const event = asSelected(selection, change);
      if (!event) continue;
      events.push(event);
      bytes += event.entry.length;
    }
    return { events, upTo: at === end ? Math.max(upTo, this.revision) : upTo };
  }

  private history(selection: ObjectSelection, revision: Revision): Backlog | undefined {
    const { storage } = this.environment;
    if (revision < storage.oldestRevision) return undefined;
    return this.readHistory(selection, revision);
  }

  private async *readHistory(selection: ObjectSelection, after: Revision): AsyncGenerator<EventPiece, undefined> {
    const upTo = this.revision;
    let events: (WatchEvent | Bookmark)[] = [];
    let bytes = 0;
    for await (const event of this.environment.storage.history(this.prefix, after, upTo)) {
      if (!inScope(selection, event.key.slice(this.prefix.length))) continue;
      const selected = asSelected(selection, this.fromLog(event));
      if (!selected) continue;
      events.push(selected);
      bytes += selected.entry.length;
      if (events.length < EVENTS_PER_PIECE && bytes < BYTES_PER_PIECE) continue;
      yield { events, upTo: event.revision };
      events = [];
      bytes = 0;
    }
    yield { events, upTo };
    return undefined;
  }
}

/**
 * Puts back what stood under each key before its first change, some changes a turn of the event loop.
 * @param changes all after the revision that is wanted, oldest first.
 */
async function rollBack(past: ResourceCache, changes: Iterable<Change> | AsyncIterable<Change>): Promise<void> {
  const done = new Set<string>();
  let looked = 0;
  for await (const { entry, previous } of changes) {
    if (++looked % CHANGES_PER_TURN === 0) await nextTurn();
    if (done.has(entry.key)) continue;
    done.add(entry.key);
    if (previous) past.set(previous);
    else past.remove(entry.key);
  }
}

/** Whether `stored` is `value` with a revision put in: another replica may have written the key meanwhile. */
function isValue(stored: Buffer, value: Value): boolean {
  const at = value.revisionAt ?? value.bytes.length;
  const tail = value.bytes.length - at;
  return (
    stored.length >= value.bytes.length &&
    stored.compare(value.bytes, 0, at, 0, at) === 0 &&
    stored.compare(value.bytes, at, value.bytes.length, stored.length - tail, stored.length) === 0
  );
}
