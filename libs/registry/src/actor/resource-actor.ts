import { ChurnMap, type ApiObject, type Clock } from '@orch/apimachinery';
import type { Revision, StorageError, StorageEvent, Stored, Value } from '@orch/storage';
import type { Change } from '../cache/change.js';
import { DamagedEntry, isDamaged } from '../cache/damaged-entry.js';
import { Entry, type FactReader, type SelectorFacts } from '../cache/entry.js';
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

/** What actors share. */
export interface ActorEnvironment {
  /** Of the store of the resource. */
  readonly position: StorePosition;
  readonly budget: WindowBudget;
  readonly memory: SlabAllocator;
  readonly fanOut: FanOut;
  readonly clock: Clock;
  /** How long states of the past are promised to be readable. Unit: milliseconds. */
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
  /** Where its store is. */
  readonly position: StorePosition;
  private readonly cache = ResourceCache.empty();
  private unpublished: Change[] = [];
  /** Facts of writes in flight, so that their entries need no parsing when the event comes back. */
  private readonly factsInFlight = new ChurnMap<string, { value: Value; facts: SelectorFacts }>();
  private factsAsked = false;
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
    const { clock, position, fanOut } = environment;
    this.position = position;
    this.history = new ResourceHistory(prefix, this.cache, position, clock, this.readFacts);
    this.hub = new WatchHub(this.history, new GroupIndex(indexedFields), fanOut, clock);
  }

  /** Newest durable state. */
  get current(): ResourceCache {
    return this.cache;
  }

  /** Newest revision at which anything of this resource changed; the revision it was loaded at, when nothing has since. */
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
    this.loadedAt = this.history.changedAt = revision;
    this.forgetHistory(revision);
    this.unpublished = [];
  }

  private forgetHistory(revision: Revision): void {
    this.environment.budget.forget(this.history.window);
    this.history.restart(revision);
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
    this.history.add(change);
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
    budget.added(this.history.window, event.type === 'delete' ? before + after : before);
  }

  /** Sends what `apply` collected to the watchers. */
  publish(): void {
    const changes = this.unpublished;
    this.unpublished = [];
    if (!this.mustRelist) return this.hub.publish(changes);
    this.mustRelist = false;
    this.hub.expire();
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
