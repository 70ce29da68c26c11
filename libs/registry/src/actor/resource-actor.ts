import { ChurnMap, type ApiObject, type Clock } from '@orch/apimachinery';
import type { Revision, StorageError, StorageEvent, Stored, Value } from '@orch/storage';
import type { Change } from '../cache/change.js';
import { DamagedEntry, isDamaged } from '../cache/damaged-entry.js';
import { Entry, type FactReader, isLarge, type SelectorFacts } from '../cache/entry.js';
import { IndexBuilder } from '../cache/index-builder.js';
import { ResourceCache } from '../cache/resource-cache.js';
import type { SlabAllocator } from '../cache/slab-allocator.js';
import type { WindowBudget } from '../cache/window-budget.js';
import { keyInResource, resourceOfPrefix } from '../keys/storage-keys.js';
import type { StorePosition } from '../position/store-position.js';
import type { FanOut } from '../watch/fan-out.js';
import { GroupIndex } from '../watch/group-index.js';
import { WatchHub } from '../watch/watch-hub.js';
import { Mailbox } from './mailbox.js';
import { Reload } from './reload.js';
import { ResourceHistory } from './resource-history.js';

/** Shared dependencies of actors. */
export interface ActorEnvironment {
  /** Position of the store of the resource. */
  readonly position: StorePosition;
  readonly budget: WindowBudget;
  readonly memory: SlabAllocator;
  readonly fanOut: FanOut;
  readonly clock: Clock;
  /** How long past states are guaranteed to be readable. Unit: milliseconds. */
  readonly historyWindowMs: number;
}

/**
 * Owns one stored resource: its cache, its order of revisions, its change stream and the mailbox of its objects
 * (ARCHITECTURE.md, actors). State changes only through `apply`, which the registry calls with durable events in revision order.
 */
export class ResourceActor {
  readonly mailbox = new Mailbox();
  readonly hub: WatchHub;
  readonly history: ResourceHistory;
  /** Position of its store. */
  readonly position: StorePosition;
  private readonly cache = ResourceCache.empty();
  /** Builds the indexes of the fields that selectors use. */
  readonly indexes = new IndexBuilder(this.cache);
  private unpublished: Change[] = [];
  /** Selector facts of writes in flight, so that their entries need no parsing when the event arrives. */
  private readonly factsInFlight = new ChurnMap<string, { value: Value; facts: SelectorFacts }>();
  private factsUsed = false;
  /** Revision at which the state was loaded; undefined before. */
  private loadedAt: Revision | undefined;
  /** Current objects whose stored value is damaged, by key. */
  private readonly damaged = new Map<string, DamagedEntry>();
  /** A damaged object was replaced or deleted: its change cannot be sent, so watchers must relist. */
  private mustRelist = false;

  constructor(
    /** Prefix of its storage keys. */
    readonly prefix: string,
    private readonly factsOf: FactReader,
    private readonly environment: ActorEnvironment,
  ) {
    const { clock, position, fanOut } = environment;
    this.position = position;
    this.history = new ResourceHistory(prefix, this.cache, position, clock, this.readFacts);
    this.hub = new WatchHub(this.history, new GroupIndex(), fanOut, clock);
  }

  /** Newest durable state. */
  get current(): ResourceCache {
    return this.cache;
  }

  /** Revision of the last change of this resource; the revision it was loaded at, when nothing changed since. */
  get lastChange(): Revision {
    return this.history.changedAt;
  }

  get historyWindowMs(): number {
    return this.environment.historyWindowMs;
  }

  get nowMs(): number {
    return this.environment.clock.now();
  }

  get(key: string): Entry | undefined {
    return this.cache.get(key);
  }

  /** Number of objects. */
  get count(): number {
    return this.cache.size;
  }

  /** Whether nothing was loaded yet. */
  get isNew(): boolean {
    return this.loadedAt === undefined && this.cache.isEmpty;
  }

  /** Adds one object during the initial load. */
  load(stored: Stored): void {
    const entry = this.entryOf(stored);
    this.cache.set(entry);
    this.environment.memory.register(entry);
    this.environment.budget.currentGrew(stored.value.length);
  }

  /** Adds an object whose stored value is damaged, during the initial load. */
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

  /** Ends a load: the state is that of the store at `revision`, and earlier history is dropped. */
  loaded(revision: Revision): void {
    this.loadedAt = this.history.changedAt = revision;
    this.dropHistory(revision);
    this.unpublished = [];
  }

  private dropHistory(revision: Revision): void {
    this.environment.budget.forget(this.history.window);
    this.history.restart(revision);
  }

  /** Frees the memory of an actor that is no longer used. Watches that still end read nothing more. */
  dispose(): void {
    const { memory, budget } = this.environment;
    this.indexes.stop();
    this.cache.visit(undefined, undefined, (entry) => {
      memory.release(entry);
      budget.currentGrew(-entry.length);
      return true;
    });
    this.dropHistory(this.position.revision);
  }

  /** Starts a comparison of the cache with the store. */
  reload(): Reload {
    return new Reload(
      this.cache,
      (stored) => this.entryOf(stored),
      (damage) => this.damagedEntryOf(damage),
    );
  }

  /** Applies the changes of a reload, and returns them. */
  replace(changes: readonly Change[]): readonly Change[] {
    const { memory, budget } = this.environment;
    // Reading the fields of all changed objects would block the event loop.
    this.cache.indexes.clear();
    for (const change of changes) {
      const { type, entry, previous } = change;
      this.cache.apply(change);
      if (previous) memory.release(previous);
      if (type !== 'DELETED') memory.register(entry);
      this.damaged.delete(entry.key);
      if (type !== 'DELETED' && isDamaged(entry)) this.damaged.set(entry.key, entry);
      budget.currentGrew((type === 'DELETED' ? 0 : entry.length) - (previous?.length ?? 0));
    }
    return changes;
  }

  /** Remembers the selector facts of a write that is about to be stored, once selectors have been evaluated on this resource. */
  expect(key: string, value: Value, object: ApiObject): void {
    // Those of large objects are read from the bytes, where they take less memory.
    if (this.factsUsed && !isLarge(value.bytes.length))
      this.factsInFlight.set(key, { value, facts: this.factsOf(object) });
  }

  private readonly readFacts: FactReader = (object) => {
    this.factsUsed = true;
    return this.factsOf(object);
  };

  /** The expected write failed. */
  unexpect(key: string): void {
    this.factsInFlight.delete(key);
  }

  /** Applies one durable event; undefined when the loaded state contains it. */
  apply(event: StorageEvent): Change | undefined {
    if (this.loadedAt !== undefined && event.revision <= this.loadedAt) return undefined;
    const read = keyInResource(event.key, this.prefix);
    const previous = this.cache.get(read);
    // Entries of one object share the first key string.
    const key = previous?.key ?? read;
    const entry = new Entry(key, event.revision, event.value, this.readFacts, this.factsFor(key, event));
    const type = event.type === 'delete' ? 'DELETED' : previous ? 'MODIFIED' : 'ADDED';
    const change: Change = { type, revision: event.revision, entry, previous, timeMs: event.timeMs };
    this.cache.apply(change);
    this.placeValues(change);
    this.history.add(change);
    this.account(event, previous);
    this.unpublished.push(change);
    if (this.damaged.delete(key)) this.dropDamagedHistory(event.revision);
    return change;
  }

  /** The previous state of a change was damaged: watches and lists from before it can no longer be served. */
  private dropDamagedHistory(revision: Revision): void {
    this.dropHistory(revision);
    this.mustRelist = true;
  }

  /** Moves the values of a change to their slabs. */
  private placeValues({ type, entry, previous }: Change): void {
    const { memory } = this.environment;
    if (previous) memory.retire(previous);
    if (type === 'DELETED') memory.archive(entry);
    else memory.store(entry);
  }

  /** A change keeps the previous value alive, and the last value of a deleted object. */
  private account(event: StorageEvent, previous: Entry | undefined): void {
    const { budget } = this.environment;
    const before = previous?.length ?? 0;
    const after = event.value.length;
    budget.currentGrew((event.type === 'delete' ? 0 : after) - before);
    budget.added(this.history.window, event.type === 'delete' ? before + after : before);
  }

  /** Sends the changes collected by `apply` to the watchers. */
  publish(): void {
    const changes = this.unpublished;
    this.unpublished = [];
    if (!this.mustRelist) return this.hub.publish(changes);
    this.mustRelist = false;
    this.hub.expire();
  }

  /** Ends all watches, after the changes so far. */
  endWatches(): void {
    this.publish();
    this.hub.finishAll();
  }

  private entryOf({ key, revision, value }: Stored): Entry {
    return new Entry(keyInResource(key, this.prefix), revision, value, this.readFacts);
  }

  private damagedEntryOf(damage: StorageError): DamagedEntry {
    return new DamagedEntry(keyInResource(damage.key, this.prefix), damage, resourceOfPrefix(this.prefix));
  }

  private factsFor(key: string, event: StorageEvent): SelectorFacts | undefined {
    const expected = this.factsInFlight.get(key);
    if (!expected) return undefined;
    this.factsInFlight.delete(key);
    return isValue(event.value, expected.value) ? expected.facts : undefined;
  }
}

/** Whether `stored` is `value` with its revision inserted: another replica may have written the key meanwhile. */
function isValue(stored: Buffer, value: Value): boolean {
  const at = value.revisionAt ?? value.bytes.length;
  const tail = value.bytes.length - at;
  return (
    stored.length >= value.bytes.length &&
    stored.compare(value.bytes, 0, at, 0, at) === 0 &&
    stored.compare(value.bytes, at, value.bytes.length, stored.length - tail, stored.length) === 0
  );
}
