import { ReleaseGates, type FeatureGates, type ResourceDefinition } from '@orch/api';
import { ApiError, groupResource, systemClock, type Clock, type Random } from '@orch/apimachinery';
import type { Revision, Storage, StorageError } from '@orch/storage';
import { filter, map, type Observable } from 'rxjs';
import { ResourceActor, type ActorEnvironment } from './actor/resource-actor.js';
import type { Admission } from './admission/admission.js';
import type { Change } from './cache/change.js';
import { collectOften } from './cache/collect-often.js';
import { GcPacer } from './cache/gc-pacer.js';
import { factReader, type Entry } from './cache/entry.js';
import { SlabAllocator } from './cache/slab-allocator.js';
import { WindowBudget } from './cache/window-budget.js';
import { isDamaged } from './cache/damaged-entry.js';
import type { WatchCounts } from './watch/watch-hub.js';
import { ConvertedCache } from './conversion/converted-cache.js';
import { convertedForm } from './conversion/converted-form.js';
import type { ConvertedVersion } from './conversion/converted-version.js';
import { ConvertedWatches } from './conversion/converted-watches.js';
import type { LargeConversion } from './conversion/large-conversion.js';
import { VersionConversion } from './conversion/version-conversion.js';
import { ChangeFeeds } from './follow/change-feeds.js';
import type { RebuildStep } from './follow/rebuild.js';
import type { StoreFollower } from './follow/store-follower.js';
import { StoreFollowers } from './follow/store-followers.js';
import type { ResourceKey } from './keys/object-reader.js';
import { CachedObjects, type DamagedObject } from './reads/cached-objects.js';
import { customKinds, declaredVersions, type DeclaredVersions } from './store/custom-kinds.js';
import { selectableFieldsOf, type CustomResource, type StoredObject } from './store/custom-resource.js';
import { ResourceStore, type LargeChanges } from './store/resource-store.js';
import {
  objectKey,
  prefixOfStorageKey,
  resourceOfPrefix,
  resourcePrefix,
  splitObjectKey,
} from './keys/storage-keys.js';
import { FanOut } from './watch/fan-out.js';
import type { KindGuard } from './write/kind-guard.js';
import type { KindSource } from './write/kind-source.js';
import { ObjectWriter } from './write/object-writer.js';
import { writtenKinds, type WrittenKind } from './write/written-kinds.js';

export interface RegistryOptions {
  readonly storage: Storage;
  readonly definitions: readonly ResourceDefinition[];
  /**
   * Stored resources in a secondary store, such as `events` or `leases.GROUP` (decision 043). Their resourceVersions are
   * that store's. Default: none.
   */
  readonly overrides?: ReadonlyMap<string, Storage>;
  /** Stored resources that decide about requests, such as service accounts: every request waits for their store too. Default: none. */
  readonly deciding?: ReadonlySet<string>;
  /** Creates admission for the registry, which plugins may read and write. */
  readonly admission: (registry: Registry) => Admission;
  /** History window of the stores: continue tokens expire with it. Unit: milliseconds. Default: 300_000. */
  readonly historyWindowMs?: number;
  /** Bytes of recent events in memory, of all resources together. Default 256 MiB. */
  readonly watchCacheBytes?: number;
  /** Default: those of the default release. */
  readonly features?: FeatureGates;
  /** Default: all changes are computed on the event loop. */
  readonly largeChanges?: LargeChanges | undefined;
  /** Default: all objects are converted on the event loop. */
  readonly largeConversion?: LargeConversion | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /**
   * Called once when the store can no longer be followed: from then on reads are stale, so the process must exit. All watches
   * have ended by then. Default: the error is thrown uncaught, which ends the process too.
   */
  readonly onStorageFailure?: (error: unknown) => void;
  /** Called with the progress of a full reload of one store, for logs. Default: ignored. */
  readonly onRebuild?: (step: RebuildStep, storage: Storage) => void;
  /** Called for each object whose stored value is found damaged while the state is loaded. Default: ignored. */
  readonly onDamaged?: (object: DamagedObject, damage: StorageError) => void;
}

const DEFAULT_HISTORY_WINDOW_MS = 300_000;
const DEFAULT_WATCH_CACHE_BYTES = 256 * 1_024 * 1_024;

/** A served resource, as in a request path. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * All served resources: an actor per stored resource, which follows the durable events of its store, and a `ResourceStore` per
 * served resource.
 */
export class Registry extends CachedObjects {
  private readonly stores = new Map<string, ResourceStore>();
  /** Stored versions of resources of which no version is served. */
  private readonly unserved = new Map<string, ResourceStore>();
  private readonly followers: StoreFollowers;
  private readonly changes = new ChangeFeeds();
  /** Resources that are served at run time, by prefix. */
  private readonly custom = new Map<string, CustomMember>();
  private readonly environment: Omit<ActorEnvironment, 'position'>;
  private readonly converted = new ConvertedCache();
  private readonly admission: Admission;
  private readonly features: FeatureGates;

  private constructor(private readonly options: RegistryOptions) {
    super();
    const { watchCacheBytes = DEFAULT_WATCH_CACHE_BYTES, historyWindowMs = DEFAULT_HISTORY_WINDOW_MS } = options;
    const { storage, clock = systemClock, onRebuild, onDamaged } = options;
    this.followers = new StoreFollowers({
      storage,
      clock,
      changed: ({ prefix }, change) => this.changes.emit(prefix, change),
      failed: (error) => this.storageFailed(error),
      rebuilding: (step, store) => onRebuild?.(step, store),
      damaged: (damage) => onDamaged?.(damagedObject(damage), damage),
    });
    this.environment = {
      budget: new WindowBudget(watchCacheBytes),
      memory: new SlabAllocator(new GcPacer(collectOften)),
      fanOut: new FanOut(),
      clock,
      historyWindowMs,
    };
    this.admission = options.admission(this);
    this.features = options.features ?? new ReleaseGates();
  }

  /**
   * Loads the state and starts to follow the store.
   * @throws TypeError when an override names a resource that is not stored; StorageError.
   */
  static async start(options: RegistryOptions): Promise<Registry> {
    const registry = new Registry(options);
    registry.build();
    try {
      await registry.followers.start();
    } catch (error) {
      registry.close();
      throw error;
    }
    return registry;
  }

  /** Newest revision of the main store that all reads here see. */
  get revision(): Revision {
    return this.followers.main.revision;
  }

  /** Whether other processes write the same objects, so that only the store knows the newest revision. */
  get isShared(): boolean {
    return this.followers.isShared;
  }

  /** Whether the cache is synced; false during a reload. */
  get isFollowing(): boolean {
    return this.followers.isFollowing;
  }

  /**
   * Serves a resource from now on, or serves it as it is now: the change is in force when the call returns. Watches end when
   * objects get another form: another `currentSince`.
   * A built-in resource of that name stays as it is.
   * @returns resolves when its objects are loaded; undefined if they are already. Until then `ResourceStore.ready` is that promise.
   */
  serve(resource: CustomResource): Promise<void> | undefined {
    const prefix = resourcePrefix(resource.stored.gvr);
    const before = this.custom.get(prefix);
    if (this.actors.has(prefix) && !before) return undefined;
    const fields = selectableFieldsOf(resource);
    const fieldNames = Object.keys(fields).sort().join();
    const kept = before?.fieldNames === fieldNames ? before : undefined;
    if (before) this.remove(before, kept && { endsWatches: kept.currentSince !== resource.currentSince });
    const actor = kept?.actor ?? new ResourceActor(prefix, factReader(fields), this.at(this.followers.main));
    const { currentSince, stored } = resource;
    const isServed = resource.served.length > 0;
    // Its objects are deleted with the definition all the same.
    const usable = isServed ? resource : { ...resource, served: [stored] };
    const paths = usable.served.map(pathOf);
    const member: CustomMember = { actor, paths, fieldNames, currentSince, ready: kept?.ready, detach: [] };
    if (!kept) {
      member.ready = this.followers.main.join(actor).then(() => {
        member.ready = undefined;
      });
    }
    this.custom.set(prefix, member);
    this.actors.set(prefix, actor);
    const stores = isServed ? this.stores : this.unserved;
    const declared = declaredVersions(usable);
    for (const kind of customKinds(usable, declared)) {
      const { definition } = kind;
      const converted = this.convertedVersion(usable, definition, declared, actor);
      if (converted) member.detach.push(actor.hub.attach(converted.watches));
      const form = converted ? convertedForm(definition) : kind.form;
      const guard = this.guardOf(member, prefix, resource.definedBy);
      const loading = (): Promise<void> | undefined => member.ready;
      const { source } = resource;
      const runTime = { loading, converted, guard, source };
      stores.set(pathOf(definition), this.storeOf({ ...kind, form }, actor, this.followers.main, runTime));
    }
    return member.ready;
  }

  private convertedVersion(
    resource: CustomResource,
    definition: ResourceDefinition,
    declared: DeclaredVersions,
    actor: ResourceActor,
  ): ConvertedVersion | undefined {
    const { conversion, stored, served, currentSince, source } = resource;
    if (!conversion) return undefined;
    const { largeConversion } = this.options;
    const large = source &&
      largeConversion && {
        convert: (entry: Entry) => largeConversion.convert(entry, definition, source),
        limit: () => largeConversion.limit(),
        convertGrown: (entry: Entry) => largeConversion.convertGrown(entry, definition, source),
      };
    const parts = { definition, stored, declared, served, conversion, currentSince, cache: this.converted, large };
    const versions = new VersionConversion(parts);
    const { fanOut, clock } = this.environment;
    return {
      conversion: versions,
      watches: new ConvertedWatches(actor.history, versions, fanOut, clock),
    };
  }

  /** Whether a resource is built in, in any version: it is served by no definition, whatever one says. */
  isBuiltin(resource: ResourceKey): boolean {
    const prefix = resourcePrefix(resource);
    return this.actors.has(prefix) && !this.custom.has(prefix);
  }

  /** Serves a resource no longer. Its objects stay in the store. */
  withdraw(resource: ResourceKey): void {
    const prefix = resourcePrefix(resource);
    const member = this.custom.get(prefix);
    if (!member) return;
    this.custom.delete(prefix);
    this.actors.delete(prefix);
    this.remove(member);
  }

  /** Number of objects of each stored resource. */
  *objectCounts(): Iterable<ResourceKey & { readonly count: number }> {
    for (const [prefix, { count }] of this.actors) yield { ...resourceOfPrefix(prefix), count };
  }

  /** Changes and watches of each stored resource, with the revision up to which its cache has the changes. */
  *watchCounts(): Iterable<ResourceKey & WatchCounts & { readonly revision: Revision }> {
    for (const [prefix, { hub, position }] of this.actors)
      yield { ...resourceOfPrefix(prefix), ...hub.counts, revision: position.revision };
  }

  /** Every served resource. */
  get resources(): Iterable<ResourceStore> {
    return this.stores.values();
  }

  /** The served resource of that group, version and plural; undefined when there is none. */
  resource(group: string, version: string, resource: string): ResourceStore | undefined {
    return this.stores.get(`${group}/${version}/${resource}`);
  }

  /** A version of a resource that was given to {@link serve}, also when none of them is served: for what concerns all of its objects. */
  anyVersion(resource: ResourceKey): ResourceStore | undefined {
    const [path] = this.custom.get(resourcePrefix(resource))?.paths ?? [];
    return path === undefined ? undefined : this.storeAt(path);
  }

  /**
   * Returns when reads here see every write acknowledged before the call, by any server: immediately if the store is not
   * shared (decision 039).
   * @param served the resource to read, in addition to those that decide about the request; undefined: none.
   * @throws ApiError ServiceUnavailable when the store is unavailable, or the cache does not catch up in time.
   */
  waitForConsistentRead(served?: ServedResource): void | Promise<void> {
    return this.followers.wait(
      () => this.storageOf(served),
      (follower) => follower.waitForConsistentRead(),
    );
  }

  /**
   * As `waitForConsistentRead`, for reads that may miss writes of the last second: immediately if the store confirmed the cached state within it.
   * @throws ApiError ServiceUnavailable when the store is unavailable, or the cache does not catch up in time.
   */
  waitForRecentRead(served?: ServedResource): void | Promise<void> {
    return this.followers.wait(
      () => this.storageOf(served),
      (follower) => follower.waitForRecentRead(),
    );
  }

  /**
   * Live changes of one stored resource, in revision order, for components of the server that maintain a view of it. After a reload: the
   * differences, in key order. Damaged states are left out: a change to one is not emitted, and a damaged previous state is
   * undefined.
   */
  changesOf(resource: ResourceKey): Observable<Change> {
    return this.changes.of(resourcePrefix(resource)).pipe(
      filter(({ entry }) => !isDamaged(entry)),
      map((change) => (isDamaged(change.previous) ? { ...change, previous: undefined } : change)),
    );
  }

  /** Ends all watches and stops following the stores. The caller closes the stores. */
  close(): void {
    this.followers.close();
    this.changes.complete();
  }

  private storageOf(served: ServedResource | undefined): Storage | undefined {
    return served && this.resource(served.group, served.version, served.resource)?.storage;
  }

  /** Fail-stop: the cache may be behind the store without any client noticing. */
  private storageFailed(error: unknown): void {
    for (const actor of this.actors.values()) actor.hub.close();
    const { onStorageFailure } = this.options;
    if (!onStorageFailure) throw error;
    onStorageFailure(error);
  }

  private build(): void {
    const { definitions, overrides = new Map<string, Storage>() } = this.options;
    const overridden = new Set<string>();
    for (const kind of writtenKinds(definitions)) {
      const { stored } = kind;
      const prefix = resourcePrefix(stored.gvr);
      const name = groupResource(stored.gvr);
      const override = overrides.get(name);
      if (override) overridden.add(name);
      const follower = this.followers.of(override);
      if (this.options.deciding?.has(name)) this.followers.decides(follower);
      let actor = this.actors.get(prefix);
      if (!actor) {
        actor = new ResourceActor(prefix, factReader(stored.declaration.selectableFields), this.at(follower));
        this.actors.set(prefix, actor);
        follower.add(actor);
      }
      this.stores.set(pathOf(kind.definition), this.storeOf(kind, actor, follower));
    }
    for (const name of overrides.keys()) {
      if (!overridden.has(name))
        throw new TypeError(`no resource is stored as ${name}: it cannot have a secondary store`);
    }
  }

  private at(position: StoreFollower): ActorEnvironment {
    return { ...this.environment, position };
  }

  /** Of one version of a resource. */
  private storeOf(
    { definition, form, versions }: WrittenKind,
    actor: ResourceActor,
    { storage }: StoreFollower,
    runTime: RunTimeKind = {},
  ): ResourceStore {
    const { largeChanges, random = Math.random } = this.options;
    const { admission, features } = this;
    const { clock } = this.environment;
    const { loading, converted, guard, source } = runTime;
    const conversion = converted?.conversion;
    const kind = { definition, form, versions, conversion, guard, source };
    const parts = { ...kind, actor, storage, admission, features, clock, random };
    const path = pathOf(definition);
    const writer = new ObjectWriter(parts, guard && (() => this.currentWriter(path)));
    return new ResourceStore(definition, form, writer, actor, largeChanges, loading, converted);
  }

  private storeAt(path: string): ResourceStore | undefined {
    return this.stores.get(path) ?? this.unserved.get(path);
  }

  private async currentWriter(path: string): Promise<ObjectWriter> {
    const store = this.storeAt(path);
    if (!store) throw ApiError.noSuchResource();
    await store.ready;
    return store.writer;
  }

  /** @param definedBy the definition of the member; undefined: unknown. */
  private guardOf(member: CustomMember, prefix: string, definedBy: StoredObject | undefined): KindGuard {
    const isServed = (): boolean => this.custom.get(prefix) === member;
    return {
      get isCurrent() {
        return isServed();
      },
      precondition: () => {
        const definitions = definedBy && this.actors.get(resourcePrefix(definedBy));
        const entry = definitions?.get(objectKey('', definedBy!.name));
        if (!definitions || !entry || definitions.position !== this.followers.main) return undefined;
        return { key: definitions.prefix + entry.key, revision: entry.revision };
      },
    };
  }

  /** @param kept of an actor that goes on. Default: it is removed too. */
  private remove({ actor, paths, detach }: CustomMember, kept?: { readonly endsWatches: boolean }): void {
    for (const path of paths) {
      this.stores.delete(path);
      this.unserved.delete(path);
    }
    if (!kept) this.followers.main.leave(actor);
    else if (kept.endsWatches || detach.length > 0) actor.endWatches();
    for (const end of detach) end();
  }
}

/** What a kind needs in addition that is served at run time. */
interface RunTimeKind {
  readonly loading?: () => Promise<void> | undefined;
  readonly converted?: ConvertedVersion | undefined;
  readonly guard?: KindGuard;
  readonly source?: KindSource | undefined;
}

/** A resource that is served at run time. */
interface CustomMember {
  readonly actor: ResourceActor;
  /** Of its served versions, or of the stored one where none is served. */
  readonly paths: readonly string[];
  /** Selectable fields, by which its actor reads objects. */
  readonly fieldNames: string;
  readonly currentSince: Revision;
  /** Detach the watches of its versions that are converted. */
  readonly detach: (() => void)[];
  /** While its objects are being loaded. */
  ready: Promise<void> | undefined;
}

const pathOf = ({ gvr }: ResourceDefinition): string => `${gvr.group}/${gvr.version}/${gvr.resource}`;

function damagedObject({ key }: StorageError): DamagedObject {
  const prefix = prefixOfStorageKey(key);
  return { ...resourceOfPrefix(prefix), ...splitObjectKey(key.slice(prefix.length)) };
}
