import { ReleaseGates, type FeatureGates, type ResourceDefinition } from '@orch/api';
import { groupResource, systemClock, type ApiObject, type Clock, type Random } from '@orch/apimachinery';
import type { Revision, Storage, StorageError } from '@orch/storage';
import { Subject, filter, map, type Observable } from 'rxjs';
import { ResourceActor } from './actor/resource-actor.js';
import type { Admission } from './admission/admission.js';
import type { Change } from './cache/change.js';
import { collectOften } from './cache/collect-often.js';
import { GcPacer } from './cache/gc-pacer.js';
import { factReader, type Entry } from './cache/entry.js';
import { ParsedObjects } from './cache/parsed-objects.js';
import { SlabAllocator } from './cache/slab-allocator.js';
import { WindowBudget } from './cache/window-budget.js';
import { isDamaged } from './cache/damaged-entry.js';
import type { RebuildStep } from './follow/rebuild.js';
import { StoreFollower } from './follow/store-follower.js';
import type { ObjectReader, PreconditionReader, ReadObject, ResourceKey, SteppedReader } from './keys/object-reader.js';
import { ResourceStore, type LargeChanges } from './store/resource-store.js';
import {
  objectKey,
  prefixOfStorageKey,
  resourceOfPrefix,
  resourcePrefix,
  splitObjectKey,
} from './keys/storage-keys.js';
import { FanOut } from './watch/fan-out.js';
import { ObjectWriter } from './write/object-writer.js';
import { writtenKinds } from './write/written-kinds.js';

export interface RegistryOptions {
  readonly storage: Storage;
  readonly definitions: readonly ResourceDefinition[];
  /**
   * Stored resources that have a store of their own, such as `events` or `leases.GROUP` (decision 043). Their resourceVersions are
   * that store's. Default: none.
   */
  readonly overrides?: ReadonlyMap<string, Storage>;
  /** Stored resources that decide about requests, such as accounts: where they have a store of their own, every request asks it. Default: none. */
  readonly deciding?: ReadonlySet<string>;
  /** Gets the registry it guards, so that plugins can look, and keep what they count. */
  readonly admission: (registry: Registry) => Admission;
  /** How far back the stores keep history: continue tokens expire with it. Unit: milliseconds. Default: 300_000. */
  readonly historyWindowMs?: number;
  /** Bytes of recent events that stay in memory, of all resources together. Default 256 MiB. */
  readonly watchCacheBytes?: number;
  /** Default: those of the default release. */
  readonly features?: FeatureGates;
  /** Default: all changes are computed on the event loop. */
  readonly largeChanges?: LargeChanges | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /**
   * Called once when the store can no longer be followed: from then on reads here stand still, so the process must end. All
   * watches have ended by then. Default: the error is thrown where nobody catches it, which ends the process too.
   */
  readonly onStorageFailure?: (error: unknown) => void;
  /** Told when everything of one store must be loaded anew, and how that goes: operators should hear of it. Default: nobody. */
  readonly onRebuild?: (step: RebuildStep, storage: Storage) => void;
  /** Called for each object whose stored value is found damaged while the state is loaded. Default: nothing is done. */
  readonly onDamaged?: (object: DamagedObject, damage: StorageError) => void;
}

/** A stored object that cannot be read. It can be deleted. */
export interface DamagedObject extends ResourceKey {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

const DEFAULT_HISTORY_WINDOW_MS = 300_000;
const DEFAULT_WATCH_CACHE_BYTES = 256 * 1_024 * 1_024;
/** Bytes of objects that are decoded in one step. */
const STEP_BYTES = 64 * 1_024;

/** A served resource, as a request names it. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * All served resources: an actor per stored resource, fed by its store's one stream of durable events, and a `ResourceStore` per
 * served resource.
 */
export class Registry implements ObjectReader, PreconditionReader, SteppedReader {
  private readonly actors = new Map<string, ResourceActor>();
  private readonly stores = new Map<string, ResourceStore>();
  /** Objects that `read` was asked for: a namespace is looked at by every write into it. */
  private readonly parsed = new ParsedObjects();
  private readonly main: StoreFollower;
  /** Those of the stores beside the main one. */
  private readonly others = new Map<Storage, StoreFollower>();
  /** Those of them that hold what decides about requests. */
  private readonly deciding = new Set<StoreFollower>();
  private readonly changes = new Subject<{ prefix: string; change: Change }>();

  private constructor(private readonly options: RegistryOptions) {
    this.main = this.followerOf(options.storage, false);
  }

  /**
   * Loads the state and starts to follow the store.
   * @throws TypeError when an override names what is not stored; StorageError.
   */
  static async start(options: RegistryOptions): Promise<Registry> {
    const registry = new Registry(options);
    registry.build();
    try {
      await Promise.all(registry.followers().map((follower) => follower.start()));
    } catch (error) {
      registry.close();
      throw error;
    }
    registry.mark(registry.revision);
    return registry;
  }

  /** Newest revision of the main store that all reads here see. */
  get revision(): Revision {
    return this.main.revision;
  }

  /** Whether other processes write the same objects, so that only the store knows what is newest. */
  get isShared(): boolean {
    return this.followers().some((follower) => follower.isShared);
  }

  /** Whether what is in memory follows the store; not while it is being loaded anew. */
  get isFollowing(): boolean {
    return this.followers().every((follower) => follower.isFollowing);
  }

  /** Every served resource. */
  get resources(): Iterable<ResourceStore> {
    return this.stores.values();
  }

  /** The served resource of that group, version and plural; undefined when there is none. */
  resource(group: string, version: string, resource: string): ResourceStore | undefined {
    return this.stores.get(`${group}/${version}/${resource}`);
  }

  /**
   * Returns when reads here see every write that was acknowledged to anybody, by any process, before the call: at once where nobody
   * else writes (decision 039).
   * @param served what will be read, beside what decides about the request; undefined: nothing else.
   * @throws ApiError ServiceUnavailable when the store cannot be asked, or is not caught up with in time.
   */
  fresh(served?: ServedResource): void | Promise<void> {
    return this.eachOf(served, (follower) => follower.fresh());
  }

  /**
   * As `fresh`, for reads that may miss writes of the last second: at once where the store was asked within it.
   * @throws ApiError ServiceUnavailable when the store cannot be asked, or is not caught up with in time.
   */
  recent(served?: ServedResource): void | Promise<void> {
    return this.eachOf(served, (follower) => follower.recent());
  }

  read(resource: ResourceKey, namespace: string, name: string): ApiObject | undefined {
    const entry = this.actors.get(resourcePrefix(resource))?.get(objectKey(namespace, name));
    return entry && this.parse(entry);
  }

  readWithPrecondition(resource: ResourceKey, namespace: string, name: string): ReadObject | undefined {
    const actor = this.actors.get(resourcePrefix(resource));
    const entry = actor?.get(objectKey(namespace, name));
    if (!actor || !entry) return undefined;
    const { storage } = actor.position;
    return { key: actor.prefix + entry.key, revision: entry.revision, object: this.parse(entry), storage };
  }

  *readAll(resource: ResourceKey, namespace?: string): Iterable<ApiObject> {
    for (const entry of this.entries(resource, namespace)) yield entry.parse();
  }

  has(resource: ResourceKey, namespace: string, name: string): boolean {
    return this.actors.get(resourcePrefix(resource))?.get(objectKey(namespace, name)) !== undefined;
  }

  *readAllInSteps(resource: ResourceKey, namespace?: string): Generator<undefined, readonly ApiObject[]> {
    const objects: ApiObject[] = [];
    yield* this.visitInSteps(resource, namespace, (object) => objects.push(object));
    return objects;
  }

  *visitInSteps(
    resource: ResourceKey,
    namespace: string | undefined,
    visit: (object: ApiObject) => void,
  ): Generator<undefined, void> {
    let bytes = 0;
    for (const entry of this.entries(resource, namespace)) {
      // What is done with an object takes time, too, where it is parsed already.
      if ((bytes += entry.length) > STEP_BYTES) {
        yield;
        bytes = entry.length;
      }
      let object = this.parsed.get(entry);
      if (!object) this.parsed.set(entry, (object = yield* entry.parseInSteps()));
      visit(object);
    }
  }

  /** Like `readAll`, without damaged objects: for views that must go on without them. */
  *readUndamaged(resource: ResourceKey, namespace?: string): Iterable<ApiObject> {
    for (const entry of this.entries(resource, namespace)) if (!isDamaged(entry)) yield entry.parse();
  }

  /** Current objects whose stored value is damaged. */
  *damagedObjects(): Iterable<DamagedObject> {
    for (const { prefix, damagedEntries } of this.actors.values())
      for (const { key } of damagedEntries) yield { ...resourceOfPrefix(prefix), ...splitObjectKey(key) };
  }

  private parse(entry: Entry): ApiObject {
    let object = this.parsed.get(entry);
    if (!object) this.parsed.set(entry, (object = entry.parse()));
    return object;
  }

  /** As they are at the call. */
  private entries(resource: ResourceKey, namespace: string | undefined): readonly Entry[] {
    const entries: Entry[] = [];
    this.actors.get(resourcePrefix(resource))?.current.visit(namespace, undefined, (entry) => {
      entries.push(entry);
      return true;
    });
    return entries;
  }

  /**
   * Live changes of one stored resource, in revision order, for those inside the server who keep a view of it. When everything was
   * loaded anew: what was different, in the order of keys. A state whose stored value is damaged is left out: neither a change to it,
   * nor as the state before.
   */
  changesOf(resource: ResourceKey): Observable<Change> {
    const prefix = resourcePrefix(resource);
    return this.changes.pipe(
      filter((c) => c.prefix === prefix && !isDamaged(c.change.entry)),
      map(({ change }) => (isDamaged(change.previous) ? { ...change, previous: undefined } : change)),
    );
  }

  /** Ends all watches and stops following the stores. The stores themselves are their owner's to close. */
  close(): void {
    for (const follower of this.followers()) follower.close();
    this.changes.complete();
  }

  private followers(): StoreFollower[] {
    return [this.main, ...this.others.values()];
  }

  /** Asks the main store, that of the resource, and those that decide about requests. */
  private eachOf(
    served: ServedResource | undefined,
    ask: (follower: StoreFollower) => void | Promise<void>,
  ): void | Promise<void> {
    let done = ask(this.main);
    if (this.others.size === 0) return done;
    const own = this.besides(served);
    if (own) done = bothDone(done, ask(own));
    for (const follower of this.deciding) if (follower !== own) done = bothDone(done, ask(follower));
    return done;
  }

  private besides(served: ServedResource | undefined): StoreFollower | undefined {
    if (!served) return undefined;
    const storage = this.resource(served.group, served.version, served.resource)?.storage;
    return storage && this.others.get(storage);
  }

  private mark(main: Revision): void {
    for (const other of this.others.values()) other.mark(main);
  }

  private followerOf(storage: Storage, isBeside: boolean): StoreFollower {
    const { onRebuild, onDamaged } = this.options;
    return new StoreFollower({
      storage,
      isBeside,
      clock: this.options.clock ?? systemClock,
      changed: ({ prefix }, change) => {
        if (!isBeside) this.mark(change.revision);
        if (this.changes.observed) this.changes.next({ prefix, change });
      },
      failed: (error) => this.storageFailed(error),
      rebuilding: (step) => onRebuild?.(step, storage),
      damaged: (damage) => onDamaged?.(damagedObject(damage), damage),
    });
  }

  /** Fail-stop: what is in memory may be behind what is on disk, and nobody would be told of it. */
  private storageFailed(error: unknown): void {
    for (const actor of this.actors.values()) actor.hub.close();
    const { onStorageFailure } = this.options;
    if (!onStorageFailure) throw error;
    onStorageFailure(error);
  }

  private build(): void {
    const { definitions, watchCacheBytes, overrides = new Map<string, Storage>() } = this.options;
    const clock = this.options.clock ?? systemClock;
    const common = {
      budget: new WindowBudget(watchCacheBytes ?? DEFAULT_WATCH_CACHE_BYTES),
      memory: new SlabAllocator(new GcPacer(collectOften)),
      fanOut: new FanOut(),
      clock,
      historyWindowMs: this.options.historyWindowMs ?? DEFAULT_HISTORY_WINDOW_MS,
    };
    const admission = this.options.admission(this);
    const features = this.options.features ?? new ReleaseGates();
    const placed = new Set<string>();
    for (const { definition, stored, form, versions } of writtenKinds(definitions)) {
      const prefix = resourcePrefix(stored.gvr);
      const name = groupResource(stored.gvr);
      const override = overrides.get(name);
      if (override) placed.add(name);
      const follower = this.placeOf(override);
      if (follower !== this.main && this.options.deciding?.has(name)) this.deciding.add(follower);
      let actor = this.actors.get(prefix);
      if (!actor) {
        const { selectableFields, indexedFields = [] } = stored.declaration;
        const environment = { ...common, position: follower };
        actor = new ResourceActor(prefix, factReader(selectableFields), indexedFields, environment);
        this.actors.set(prefix, actor);
        follower.add(actor);
      }
      const writer = new ObjectWriter({
        definition,
        form,
        versions,
        actor,
        storage: follower.storage,
        admission,
        features,
        clock,
        random: this.options.random ?? Math.random,
      });
      const { group, version, resource } = definition.gvr;
      this.stores.set(
        `${group}/${version}/${resource}`,
        new ResourceStore(definition, form, writer, actor, this.options.largeChanges),
      );
    }
    for (const name of overrides.keys()) {
      if (!placed.has(name)) throw new TypeError(`no resource is stored as ${name}: it cannot have a store of its own`);
    }
  }

  private placeOf(override: Storage | undefined): StoreFollower {
    if (!override || override === this.main.storage) return this.main;
    let follower = this.others.get(override);
    if (!follower) this.others.set(override, (follower = this.followerOf(override, true)));
    return follower;
  }
}

function damagedObject({ key }: StorageError): DamagedObject {
  const prefix = prefixOfStorageKey(key);
  return { ...resourceOfPrefix(prefix), ...splitObjectKey(key.slice(prefix.length)) };
}

const bothDone = (one: void | Promise<void>, other: void | Promise<void>): void | Promise<void> =>
  one && other ? Promise.all([one, other]).then(() => undefined) : (one ?? other);
