import { jsonPart, type ApiError, type ApiObject } from '@orch/apimachinery';
import type { ResourceActor } from '../actor/resource-actor.js';
import { isDamaged } from '../cache/damaged-entry.js';
import type { Entry } from '../cache/entry.js';
import { Extracts } from '../cache/extracts.js';
import { ParsedObjects } from '../cache/parsed-objects.js';
import type {
  Extract,
  ExtractReader,
  LabelReader,
  ObjectIdentity,
  ObjectReader,
  PartReader,
  PreconditionReader,
  ReadObject,
  ResourceKey,
  SteppedReader,
} from '../keys/object-reader.js';
import { objectKey, resourceOfPrefix, resourcePrefix, splitObjectKey } from '../keys/storage-keys.js';

/** Bytes of objects that are decoded in one step. */
const STEP_BYTES = 64 * 1_024;

const NO_LABELS: Readonly<Record<string, string>> = Object.freeze({});

/** A stored object that cannot be read. It can be deleted. */
export interface DamagedObject extends ResourceKey {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

/** Reads from the caches of all stored resources, for components of the server. */
export class CachedObjects
  implements ExtractReader, LabelReader, ObjectReader, PartReader, PreconditionReader, SteppedReader
{
  /** By the prefix of their storage keys. */
  protected readonly actors = new Map<string, ResourceActor>();
  /** Objects parsed by `read`: every write into a namespace reads it. */
  private readonly parsed = new ParsedObjects();
  /** Of large objects, which `parsed` evicts soon. */
  private readonly identities = new WeakMap<Entry, ObjectIdentity>();
  private readonly extracts = new Extracts();

  read(resource: ResourceKey, namespace: string, name: string): ApiObject | undefined {
    const entry = this.current(resource, namespace, name);
    return entry && this.parse(entry);
  }

  readWithPrecondition(resource: ResourceKey, namespace: string, name: string): ReadObject | undefined {
    const actor = this.actors.get(resourcePrefix(resource));
    const entry = actor?.get(objectKey(namespace, name));
    if (!actor || !entry) return undefined;
    const { storage } = actor.position;
    return { key: actor.prefix + entry.key, revision: entry.revision, identity: this.identity(entry), storage };
  }

  *readAll(resource: ResourceKey, namespace?: string): Iterable<ApiObject> {
    for (const entry of this.entries(resource, namespace)) yield entry.parse();
  }

  labelsOf(resource: ResourceKey, namespace: string, name: string): Readonly<Record<string, string>> | undefined {
    const entry = this.current(resource, namespace, name);
    return entry && (entry.selectorFacts.labels ?? NO_LABELS);
  }

  has(resource: ResourceKey, namespace: string, name: string): boolean {
    return this.current(resource, namespace, name) !== undefined;
  }

  hasAny(resource: ResourceKey, namespace: string): boolean {
    const actor = this.actors.get(resourcePrefix(resource));
    return actor !== undefined && !actor.current.hasAtMost(namespace, 0);
  }

  identityOf(resource: ResourceKey, namespace: string, name: string): ObjectIdentity | undefined {
    const entry = this.entryOf(resource, namespace, name);
    return entry && this.identity(entry);
  }

  partOf(resource: ResourceKey, namespace: string, name: string, path: readonly string[]): Buffer | undefined {
    const entry = this.entryOf(resource, namespace, name);
    return entry && jsonPart(entry.bytes, path);
  }

  extractsInSteps<T extends object>(
    resource: ResourceKey,
    extract: Extract<T>,
    onDamaged?: (error: ApiError) => void,
  ): Generator<undefined, readonly T[]> {
    return this.extracts.of(this.entries(resource, undefined), extract, onDamaged);
  }

  *readAllInSteps(resource: ResourceKey, namespace?: string): Generator<undefined, readonly ApiObject[]> {
    const objects: ApiObject[] = [];
    yield* this.visitInSteps(resource, namespace, (object) => void objects.push(object));
    return objects;
  }

  *visitInSteps(
    resource: ResourceKey,
    namespace: string | undefined,
    visit: (object: ApiObject) => Generator<undefined, void> | void,
  ): Generator<undefined, void> {
    let bytes = 0;
    for (const entry of this.entries(resource, namespace)) {
      // Visiting takes time too, also for parsed objects.
      if ((bytes += entry.length) > STEP_BYTES) {
        yield;
        bytes = entry.length;
      }
      const steps = visit(yield* this.parseInSteps(entry));
      if (steps) yield* steps;
    }
  }

  *readInSteps(resource: ResourceKey, namespace: string, name: string): Generator<undefined, ApiObject | undefined> {
    const entry = this.current(resource, namespace, name);
    return entry && (yield* this.parseInSteps(entry));
  }

  /** The current entry of an object; undefined when there is none, or it is damaged. */
  entryOf(resource: ResourceKey, namespace: string, name: string): Entry | undefined {
    const entry = this.current(resource, namespace, name);
    return entry && !isDamaged(entry) ? entry : undefined;
  }

  /** Current entries of a resource, or of one namespace, without damaged ones. */
  entriesOf(resource: ResourceKey, namespace?: string): readonly Entry[] {
    return this.entries(resource, namespace).filter((entry) => !isDamaged(entry));
  }

  /** Like `readAll`, without damaged objects: for callers that tolerate missing ones. */
  *readUndamaged(resource: ResourceKey, namespace?: string): Iterable<ApiObject> {
    for (const entry of this.entries(resource, namespace)) if (!isDamaged(entry)) yield entry.parse();
  }

  /** Current objects whose stored value is damaged. */
  *damagedObjects(): Iterable<DamagedObject> {
    for (const { prefix, damagedEntries } of this.actors.values())
      for (const { key } of damagedEntries) yield { ...resourceOfPrefix(prefix), ...splitObjectKey(key) };
  }

  private identity(entry: Entry): ObjectIdentity {
    if (!entry.isLarge) return this.parse(entry).metadata;
    let identity = this.identities.get(entry);
    if (!identity) {
      identity = entry.parseMembers(['metadata'], ['uid', 'deletionTimestamp']) as ObjectIdentity;
      this.identities.set(entry, identity);
    }
    return identity;
  }

  private *parseInSteps(entry: Entry): Generator<undefined, ApiObject> {
    let object = this.parsed.get(entry);
    if (!object) this.parsed.set(entry, (object = yield* entry.parseInSteps()));
    return object;
  }

  private parse(entry: Entry): ApiObject {
    let object = this.parsed.get(entry);
    if (!object) this.parsed.set(entry, (object = entry.parse()));
    return object;
  }

  private current(resource: ResourceKey, namespace: string, name: string): Entry | undefined {
    return this.actors.get(resourcePrefix(resource))?.get(objectKey(namespace, name));
  }

  /** The entries at the time of the call. */
  private entries(resource: ResourceKey, namespace: string | undefined): readonly Entry[] {
    const entries: Entry[] = [];
    this.actors.get(resourcePrefix(resource))?.current.visit(namespace, undefined, (entry) => {
      entries.push(entry);
      return true;
    });
    return entries;
  }
}
