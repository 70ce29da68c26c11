import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { Registry } from '../registry.js';
import type { ResourceKey } from '../keys/object-reader.js';
import type { ResourceStore } from '../store/resource-store.js';
import type { Compute } from '../write/change.js';
import { StorageError } from '@orch/storage';
import { filter, type Observable } from 'rxjs';
import { SYSTEM_USER } from './system-user.js';

/**
 * Client of the server to itself. Its writes take the path of all writes: admission, validation, watch events. A resource is named by
 * its plural, with its group after a dot if it has one; its version is v1.
 */
export class LoopbackClient {
  constructor(private readonly registry: Registry) {}

  /** The current object; undefined when it does not exist. */
  read(resource: string, namespace: string, name: string): ApiObject | undefined {
    return this.registry.read(resourceKey(resource), namespace, name);
  }

  /** All objects of the resource, or of one namespace, each a copy; without those whose stored value is damaged. */
  readAll(resource: string, namespace?: string): Iterable<ApiObject> {
    return this.registry.readUndamaged(resourceKey(resource), namespace);
  }

  /** Emits each change of the resource's objects. Completes with the registry. */
  changesOf(resource: string): Observable<unknown> {
    return this.registry.changesOf(resourceKey(resource));
  }

  /** Emits each time the object is created or updated. Completes with the registry. */
  upsertsOf(resource: string, namespace: string, name: string): Observable<unknown> {
    return this.registry
      .changesOf(resourceKey(resource))
      .pipe(filter(({ type, entry }) => type !== 'DELETED' && entry.isNamed(namespace, name)));
  }

  /** Emits each time the object is deleted. Completes with the registry. */
  deletionsOf(resource: string, namespace: string, name: string): Observable<unknown> {
    return this.registry
      .changesOf(resourceKey(resource))
      .pipe(filter(({ type, entry }) => type === 'DELETED' && entry.isNamed(namespace, name)));
  }

  /** Creates an object unless it exists, also when another server creates it concurrently. Reads see the object afterwards. */
  async createIfAbsent(resource: string, namespace: string, object: ApiObject): Promise<void> {
    if (this.read(resource, namespace, object.metadata.name!) !== undefined) return;
    const store = this.store(resource);
    try {
      await store.writer.create(writeRequest(store, namespace), { value: object, duplicateFields: [] });
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
      const { cause } = error;
      if (cause instanceof StorageError && cause.revision !== undefined) await store.reach(cause.revision);
    }
  }

  /** Changes an object, or the part of it that a sub-resource may change. `compute` returns the whole new object and may run again. */
  async change(resource: string, namespace: string, name: string, compute: Compute, subresource = ''): Promise<void> {
    const store = this.store(resource);
    await store.change(writeRequest(store, namespace), name, subresource, compute);
  }

  /**
   * Applies fields of a sub-resource of an existing object, also those that other managers own.
   * @param applied the object with these fields, its apiVersion, kind and name.
   * @throws ApiError NotFound.
   */
  async applyTo(resource: string, applied: ApiObject, subresource: string, fieldManager: string): Promise<void> {
    const store = this.store(resource);
    const { namespace = '', name } = applied.metadata;
    const request = { ...writeRequest(store, namespace), fieldManager };
    await store.writer.apply(request, name!, subresource, { value: applied, duplicateFields: [] }, true);
  }

  /** Deletes an object if it exists. @param resourceVersion deletes only this version. */
  async remove(resource: string, namespace: string, name: string, resourceVersion?: string): Promise<void> {
    try {
      const store = this.store(resource);
      await store.delete(writeRequest(store, namespace), name, { resourceVersion });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isChanged = resourceVersion !== undefined && error.reason === 'Conflict';
      if (error.reason !== 'NotFound' && !isChanged) throw error;
    }
  }

  private store(resource: string): ResourceStore {
    const key = resourceKey(resource);
    const store = this.registry.resource(key.group, 'v1', key.resource);
    if (!store) throw new TypeError(`the resource ${resource} is not served`);
    return store;
  }
}

/** `endpointslices.GROUP` is in that group, `configmaps` in the core group. */
function resourceKey(text: string): ResourceKey {
  const [resource = '', ...group] = text.split('.');
  return { group: group.join('.'), resource };
}

/** The server is the manager of the fields that it sets. */
const writeRequest = ({ definition }: ResourceStore, namespace: string) => ({
  namespace,
  user: SYSTEM_USER,
  dryRun: false,
  fieldValidation: 'Ignore' as const,
  fieldManager: definition.vocabulary.apiServerLease.component,
  warn: () => undefined,
  keepsStatus: true,
});
