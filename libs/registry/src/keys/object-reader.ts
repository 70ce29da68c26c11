import type { ApiError, ApiObject, jsonPart } from '@orch/apimachinery';
import type { Precondition, Storage } from '@orch/storage';

/** A stored resource: its plural and group. */
export interface ResourceKey {
  readonly group: string;
  readonly resource: string;
}

/**
 * Reads from the cache of the registry, for components of the server (admission, authentication). Synchronous: returns the
 * newest durable state. Objects are shared: never change them.
 */
export interface ObjectReader {
  /** Namespace is empty for cluster-scoped kinds. */
  read(resource: ResourceKey, namespace: string, name: string): ApiObject | undefined;
  /** Whether the object exists, without decoding it. */
  has(resource: ResourceKey, namespace: string, name: string): boolean;
  /** All objects of a namespace, or of all namespaces when it is undefined. */
  readAll(resource: ResourceKey, namespace?: string): Iterable<ApiObject>;
}

/** What distinguishes an object from a later one of the same name, and whether it is being deleted. */
export type ObjectIdentity = Pick<ApiObject['metadata'], 'uid' | 'deletionTimestamp'>;

/** Reads parts of objects that may be large, for each request: nothing else of them is decoded. */
export interface PartReader {
  /** Undefined when the object does not exist. */
  identityOf(resource: ResourceKey, namespace: string, name: string): ObjectIdentity | undefined;
  /** JSON text of the value at a path of member names, see {@link jsonPart}; undefined when there is none. */
  partOf(resource: ResourceKey, namespace: string, name: string, path: readonly string[]): Buffer | undefined;
}

/** Reads labels of objects without decoding them, for selectors. */
export interface LabelReader {
  /** Empty when the object has none; undefined when it does not exist. */
  labelsOf(resource: ResourceKey, namespace: string, name: string): Readonly<Record<string, string>> | undefined;
}

/** An object, and the precondition that it is unchanged when a write commits: for writes to the same store only. */
export interface ReadObject extends Precondition {
  readonly identity: ObjectIdentity;
  readonly storage: Storage;
}

/** Reads objects that a write depends on. */
export interface PreconditionReader {
  /** As `read` of an {@link ObjectReader}, but a large object is not decoded: every create in a namespace reads the namespace. */
  readWithPrecondition(resource: ResourceKey, namespace: string, name: string): ReadObject | undefined;
}

/** What a reader needs of an object, from its JSON as stored (`jsonPart`). Pure. */
export type Extract<T extends object> = (json: Buffer) => T;

/** Reads the same few members of all objects of a resource, for many requests. */
export interface ExtractReader {
  /**
   * The extract of every object, in the order of their names. It is made once for each state of an object, in steps, and kept by the function: no object is
   * decoded, though each may be large and each request reads all.
   * @param onDamaged takes the error of a damaged object, which is left out. Default: it is thrown, ApiError InternalError.
   */
  extractsInSteps<T extends object>(
    resource: ResourceKey,
    extract: Extract<T>,
    onDamaged?: (error: ApiError) => void,
  ): Generator<undefined, readonly T[]>;
}

/** Reads objects that may be large. */
export interface SteppedReader {
  /** Whether a namespace has objects of the resource, damaged ones included. */
  hasAny(resource: ResourceKey, namespace: string): boolean;
  /** Like `read`, in steps of a few milliseconds; a small object takes none. The object is shared. */
  readInSteps(resource: ResourceKey, namespace: string, name: string): Generator<undefined, ApiObject | undefined>;
  /**
   * Like `readAll`, in steps of a few milliseconds; small objects take none. Objects are shared.
   */
  readAllInSteps(resource: ResourceKey, namespace?: string): Generator<undefined, readonly ApiObject[]>;
  /**
   * As `readAllInSteps`, one object at a time, so that they need not all be in memory at once.
   * @param visit its steps, if it returns some, are run before the next object.
   */
  visitInSteps(
    resource: ResourceKey,
    namespace: string | undefined,
    visit: (object: ApiObject) => Generator<undefined, void> | void,
  ): Generator<undefined, void>;
}
