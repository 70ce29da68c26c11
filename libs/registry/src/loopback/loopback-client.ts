import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { Registry } from '../registry.js';
import type { ResourceKey } from '../keys/object-reader.js';
import type { ResourceStore } from '../store/resource-store.js';
import type { Compute } from '../write/change.js';
import { StorageError } from '@orch/storage';
import { filter, type Observable } from 'rxjs';
import { SYSTEM_USER } from './system-user.js';

/** Who owns the fields that the server sets. */
const MANAGER = 'apiserver';

/**
 * Writes that the server makes itself, on the same path as everybody's: admitted, validated, watched. A resource is named by its
 * plural, and with its group after a dot where it has one; its version is v1.
 */
export class LoopbackClient {
  constructor(private readonly registry: Registry) {}

  /** The object as it stands; undefined when there is none. */
  read(resource: string, namespace: string, name: string): ApiObject | undefined {
    return this.registry.read(resourceKey(resource), namespace, name);
  }

  /** All objects of the resource, or of one namespace, each a copy; without those whose stored value is damaged. */
  readAll(resource: string, namespace?: string): Iterable<ApiObject> {
    return this.registry.readUndamaged(resourceKey(resource), namespace);
  }

  /** Each change of the resource's objects. Ends with the registry. */
  changesOf(resource: string): Observable<unknown> {
    return this.registry.changesOf(resourceKey(resource));
  }

  /** Each time the object is written. Ends with the registry. */
  upsertsOf(resource: string, namespace: string, name: string): Observable<unknown> {
    return this.registry
      .changesOf(resourceKey(resource))
      .pipe(filter(({ type, entry }) => type !== 'DELETED' && entry.isNamed(namespace, name)));
  }

  /** Each time the object goes. Ends with the registry. */
  deletionsOf(resource: string, namespace: string, name: string): Observable<unknown> {
    return this.registry
      .changesOf(resourceKey(resource))
      .pipe(filter(({ type, entry }) => type === 'DELETED' && entry.isNamed(namespace, name)));
  }

  /** Creates an object, which is seen here afterwards. With other servers starting at once, whoever is second finds it there. */
  async createIfAbsent(resource: string, namespace: string, object: ApiObject): Promise<void> {
    if (this.read(resource, namespace, object.metadata.name!) !== undefined) return;
    const store = this.store(resource);
    try {
      await store.writer.create(writeRequest(namespace), { value: object, duplicateFields: [] });
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
      const { cause } = error;
      if (cause instanceof StorageError && cause.revision !== undefined) await store.reach(cause.revision);
    }
  }

  /** Changes an object, or what one of its sub-resources may change. `compute` gives the whole new object and may run again. */
  async change(resource: string, namespace: string, name: string, compute: Compute, subresource = ''): Promise<void> {
    await this.store(resource).change(writeRequest(namespace), name, subresource, compute);
  }

  /** Deletes an object; that it is gone already is fine. @param resourceVersion deletes only this version: another one stays. */
  async remove(resource: string, namespace: string, name: string, resourceVersion?: string): Promise<void> {
    try {
      await this.store(resource).writer.delete(writeRequest(namespace), name, { resourceVersion });
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

/** `endpointslices.GROUP` is of that group, `configmaps` of the core. */
function resourceKey(text: string): ResourceKey {
  const [resource = '', ...group] = text.split('.');
  return { group: group.join('.'), resource };
}

const writeRequest = (namespace: string) => ({
  namespace,
  user: SYSTEM_USER,
  dryRun: false,
  fieldValidation: 'Ignore' as const,
  fieldManager: MANAGER,
  warn: () => undefined,
  keepsStatus: true,
});
