import { ReleaseGates, type FeatureGates, type ResourceDefinition } from '@orch/api';
import { systemClock, type ApiObject, type Clock, type Random } from '@orch/apimachinery';
import type { Revision, Storage, StorageEvent } from '@orch/storage';
import { Subject, filter, map, type Observable, type Subscription } from 'rxjs';
import { ResourceActor, type ActorEnvironment } from './actor/resource-actor.js';
import type { Admission } from './admission/admission.js';
import type { Change } from './cache/change.js';
import { collectOften } from './cache/collect-often.js';
import { factReader, type Entry } from './cache/entry.js';
import { ValueMemory } from './cache/value-memory.js';
import { WindowBudget } from './cache/window-budget.js';
import { RevisionGate } from './actor/revision-gate.js';
import { loadActors } from './actor/load-actors.js';
import type { ObjectReader, ResourceKey } from './store/object-reader.js';
import { ResourceStore } from './store/resource-store.js';
import { objectKey, prefixOfStorageKey, resourcePrefix } from './store/storage-keys.js';
import { FanOut } from './watch/fan-out.js';
import { kindVersions } from './write/kind-versions.js';
import { ObjectWriter } from './write/object-writer.js';
import { storedForm } from './write/stored-form.js';

export interface RegistryOptions {
  readonly storage: Storage;
  readonly definitions: readonly ResourceDefinition[];
  /** Gets the registry it guards, so that plugins can look, and keep what they count. */
  readonly admission: (registry: Registry) => Admission;
  /** Bytes of recent events that stay in memory, of all resources together. Default 256 MiB. */
  readonly watchCacheBytes?: number;
  /** Default: those of the default release. */
  readonly features?: FeatureGates;
  readonly clock?: Clock;
  readonly random?: Random;
  /**
   * Called once when the store can no longer be followed: from then on reads here stand still, so the process must end. All
   * watches have ended by then. Default: the error is thrown where nobody catches it, which ends the process too.
   */
  readonly onStorageFailure?: (error: unknown) => void;
}

const DEFAULT_WATCH_CACHE_BYTES = 256 * 1_024 * 1_024;

/**
 * All served resources over one store: an actor per stored resource, fed by the store's one stream of durable events, and a
 * `ResourceStore` per served resource.
 */
export class Registry implements ObjectReader {
  private readonly actors = new Map<string, ResourceActor>();
  private readonly stores = new Map<string, ResourceStore>();
  private readonly dirty = new Set<ResourceActor>();
  /** Objects that `read` was asked for: a namespace is looked at by every write into it. */
  private readonly parsed = new WeakMap<Entry, ApiObject>();
  private readonly gate: RevisionGate;
  private readonly changes = new Subject<{ prefix: string; change: Change }>();
  private subscription: Subscription | undefined;
  private publishing = false;

  private constructor(private readonly options: RegistryOptions) {
    this.gate = new RevisionGate(options.clock ?? systemClock);
  }

  /** Loads the state and starts to follow the store. */
  static async start(options: RegistryOptions): Promise<Registry> {
    const registry = new Registry(options);
    await registry.open();
    return registry;
  }

  /** Newest revision that all reads here see. */
  get revision(): Revision {
    return this.gate.revision;
  }

  /** Every served resource. */
  get resources(): Iterable<ResourceStore> {
    return this.stores.values();
  }

  /** The served resource of that group, version and plural; undefined when there is none. */
  resource(group: string, version: string, resource: string): ResourceStore | undefined {
    return this.stores.get(`${group}/${version}/${resource}`);
  }

  read(resource: ResourceKey, namespace: string, name: string): ApiObject | undefined {
    const entry = this.actors.get(resourcePrefix(resource))?.get(objectKey(namespace, name));
    if (!entry) return undefined;
    let object = this.parsed.get(entry);
    if (!object) this.parsed.set(entry, (object = entry.parse()));
    return object;
  }

  *readAll(resource: ResourceKey, namespace?: string): Iterable<ApiObject> {
    const entries: ApiObject[] = [];
    this.actors.get(resourcePrefix(resource))?.current.visit(namespace, undefined, (entry) => {
      entries.push(entry.parse());
      return true;
    });
    yield* entries;
  }

  /** Live changes of one stored resource, in revision order, for those inside the server who keep a view of it. */
  changesOf(resource: ResourceKey): Observable<Change> {
    const prefix = resourcePrefix(resource);
    return this.changes.pipe(
      filter((c) => c.prefix === prefix),
      map((c) => c.change),
    );
  }

  /** Ends all watches and stops following the store. The store itself is its owner's to close. */
  close(): void {
    this.endWatches();
    this.subscription?.unsubscribe();
    this.changes.complete();
  }

  private endWatches(): void {
    for (const actor of this.actors.values()) actor.hub.close();
  }

  /** Fail-stop: what is in memory may be behind what is on disk, and nobody would be told of it. */
  private storageFailed(error: unknown): void {
    this.endWatches();
    const { onStorageFailure } = this.options;
    if (!onStorageFailure) throw error;
    onStorageFailure(error);
  }

  private async open(): Promise<void> {
    const { storage, definitions, watchCacheBytes } = this.options;
    const clock = this.options.clock ?? systemClock;
    const environment: ActorEnvironment = {
      storage,
      budget: new WindowBudget(watchCacheBytes ?? DEFAULT_WATCH_CACHE_BYTES),
      memory: new ValueMemory(collectOften),
      fanOut: new FanOut(),
      clock,
      appliedRevision: () => this.gate.revision,
      waitFor: (revision, timeoutMs) => this.gate.waitFor(revision, timeoutMs),
    };
    const loadedAt = storage.revision;
    const admission = this.options.admission(this);
    const features = this.options.features ?? new ReleaseGates();
    const served = servedByStored(definitions);
    for (const definition of definitions) {
      const stored = storedDefinition(definition, definitions);
      const prefix = resourcePrefix(stored.gvr);
      let actor = this.actors.get(prefix);
      if (!actor) {
        const { selectableFields, indexedFields = [] } = stored.declaration;
        actor = new ResourceActor(prefix, factReader(selectableFields), indexedFields, environment, loadedAt);
        this.actors.set(prefix, actor);
      }
      const form = storedForm(definition, stored);
      const writer = new ObjectWriter({
        definition,
        form,
        versions: kindVersions(stored, served.get(stored)!),
        actor,
        storage,
        admission,
        features,
        clock,
        random: this.options.random ?? Math.random,
      });
      const { group, version, resource } = definition.gvr;
      this.stores.set(`${group}/${version}/${resource}`, new ResourceStore(definition, form, writer, actor));
    }
    await loadActors(storage, this.actors);
    this.gate.advance(loadedAt);
    this.subscription = storage.watch('', loadedAt).subscribe({
      next: (event) => this.apply(event),
      error: (error: unknown) => this.storageFailed(error),
    });
  }

  /** Called by the store, synchronously, once per durable event. */
  private apply(event: StorageEvent): void {
    const actor = this.actors.get(prefixOfStorageKey(event.key));
    if (actor) {
      const change = actor.apply(event);
      this.dirty.add(actor);
      if (this.changes.observed) this.changes.next({ prefix: actor.prefix, change });
    }
    this.gate.advance(event.revision);
    if (this.publishing) return;
    // Events of one commit come in one go: they reach the watchers as one batch.
    this.publishing = true;
    queueMicrotask(() => {
      this.publishing = false;
      for (const dirty of this.dirty) dirty.publish();
      this.dirty.clear();
    });
  }
}

/** What is served of each stored kind: itself, and the kinds that share its storage. */
function servedByStored(all: readonly ResourceDefinition[]): ReadonlyMap<ResourceDefinition, ResourceDefinition[]> {
  const served = new Map<ResourceDefinition, ResourceDefinition[]>();
  for (const definition of all) {
    const stored = storedDefinition(definition, all);
    const known = served.get(stored);
    if (known) known.push(definition);
    else served.set(stored, [definition]);
  }
  return served;
}

/** The definition whose form is stored. @throws TypeError when a conversion names a kind that is not served. */
function storedDefinition(definition: ResourceDefinition, all: readonly ResourceDefinition[]): ResourceDefinition {
  const target = definition.conversion?.storedAs;
  if (!target) return definition;
  const stored = all.find(
    ({ declaration: d }) => d.group === target.group && d.version === target.version && d.kind === target.kind,
  );
  if (!stored)
    throw new TypeError(`${definition.apiVersion} ${definition.gvk.kind} is stored as a kind that is not declared`);
  return stored;
}
