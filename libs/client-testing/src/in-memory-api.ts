import { applyMergePatch, type ApiList } from '@orch/apimachinery';
import {
  collectionPath,
  keyOf,
  keyText,
  type DeleteOptions,
  type HasMetadata,
  type IndexFunction,
  type Lister,
  type ListOptions,
  type ObjectKey,
  type ResourceClient,
  type ResourceLike,
} from '@orch/client';
import { ObjectStore, type StoredObject } from './object-store.js';

type Verb = 'get' | 'list' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** An object store behind the interfaces of the client, without HTTP, for tests of reconcilers. There are no watches. */
export class InMemoryApi {
  /** Writes in order, such as `update pods/status t1/p`. */
  readonly writes: string[] = [];
  private readonly store = new ObjectStore();
  private readonly failures = new Map<string, Error[]>();

  /** Stores an object unconditionally; missing uid and resourceVersion are filled in. */
  put<T extends HasMetadata>(resource: ResourceLike<T>, object: T): T {
    return this.store.put(pathOf(resource, keyOf(object)), object) as unknown as T;
  }

  find<T extends HasMetadata>(resource: ResourceLike<T>, key: ObjectKey): T | undefined {
    return this.store.get(pathOf(resource, key)) as T | undefined;
  }

  all<T extends HasMetadata>(resource: ResourceLike<T>): T[] {
    return this.store.list(collectionOf(resource, '')) as unknown as T[];
  }

  remove(resource: ResourceLike, key: ObjectKey): void {
    this.store.remove(pathOf(resource, key));
  }

  /** The next call of `verb` on a resource rejects. */
  failNext(verb: Verb, resource: ResourceLike, error: Error): void {
    const queue = this.failures.get(`${verb} ${resource.resource}`) ?? [];
    this.failures.set(`${verb} ${resource.resource}`, [...queue, error]);
  }

  /** A lister that is always up to date, except for the objects that `hide` selects. */
  lister<T extends HasMetadata>(
    resource: ResourceLike<T>,
    options: {
      readonly indexes?: Readonly<Record<string, IndexFunction<T>>>;
      readonly hide?: (object: T) => boolean;
    } = {},
  ): Lister<T> {
    const shown = () => this.all(resource).filter((object) => !options.hide?.(object));
    return {
      get: (key) => shown().find((object) => keyText(keyOf(object)) === keyText(key)),
      list: (filter) => shown().filter((object) => filter?.(object) ?? true),
      byIndex: (index, value) => shown().filter((object) => options.indexes?.[index]?.(object).includes(value)),
    };
  }

  readonly resource = <T extends HasMetadata>(resource: ResourceLike<T>): ResourceClient<T> => this.view(resource, '');

  /** Objects are whole: callers read their metadata only. */
  readonly metadata = (resource: ResourceLike): ResourceClient => this.view(resource, '');

  /** The calls of reconcilers; others are undefined. */
  private view<T extends HasMetadata>(resource: ResourceLike<T>, namespace: string): ResourceClient<T> {
    const name = resource.resource;
    const key = (of: ObjectKey | string): ObjectKey => (typeof of === 'string' ? { namespace, name: of } : of);
    const inView = () => this.store.list(collectionOf(resource, namespace)) as unknown as T[];
    const client: Partial<ResourceClient<T>> = {
      namespace: (other) => this.view(resource, other),
      find: async (of) => this.check('get', name) ?? this.find(resource, key(of)),
      list: async (options: ListOptions = {}) => {
        this.check('list', name);
        return { items: inView().slice(0, options.limit) } as ApiList<T>;
      },
      listAll: (() => this.listAll(name, inView)) as ResourceClient<T>['listAll'],
      createIfAbsent: async (object) => {
        this.check('create', name);
        if (this.find(resource, keyOf(object))) return undefined;
        this.writes.push(`create ${name} ${keyText(keyOf(object))}`);
        return this.put(resource, object);
      },
      replace: async (object) => this.update(resource, name, keyOf(object), () => object),
      updateStatus: async (object) =>
        this.update(resource, `${name}/status`, keyOf(object), (current) => ({
          ...current,
          metadata: { ...current.metadata, ...revisionOf(object) },
          status: (object as { status?: unknown }).status,
        })),
      patch: async (of, type, body) => {
        if (type !== 'merge') throw new Error(`patch type ${type} is not implemented`);
        return this.update(resource, name, key(of), (current) => applyMergePatch(current, body) as T);
      },
      subresource: (sub) =>
        ({
          replace: async (of: ObjectKey | string, body: unknown) =>
            this.update(resource, `${name}/${sub}`, key(of), () => body as T),
          patch: async (of: ObjectKey | string, _type: 'merge', body: unknown) =>
            this.update(resource, `${name}/${sub}`, key(of), (current) => applyMergePatch(current, body) as T),
        }) as ReturnType<ResourceClient<T>['subresource']>,
      deleteIfPresent: async (of, options) => {
        this.check('delete', name);
        return this.delete(resource, key(of), options);
      },
      deleteCollection: async () => {
        this.check('deletecollection', name);
        for (const object of inView()) this.delete(resource, keyOf(object));
      },
    };
    return client as ResourceClient<T>;
  }

  private async *listAll<T>(name: string, items: () => T[]): AsyncGenerator<T, void, void> {
    this.check('list', name);
    yield* items();
  }

  /** Conflicts when the result has another resourceVersion; a result without one conflicts as well. */
  private update<T extends HasMetadata>(
    resource: ResourceLike<T>,
    path: string,
    key: ObjectKey,
    change: (current: T) => T,
  ): T {
    this.check('update', resource.resource);
    const updated = this.store.update(pathOf(resource, key), (current) => {
      const next = change(current as unknown as T);
      const { resourceVersion = '' } = next.metadata;
      return { ...next, metadata: { ...next.metadata, resourceVersion } } as unknown as StoredObject;
    });
    this.writes.push(`update ${path} ${keyText(key)}`);
    return updated as unknown as T;
  }

  private delete<T extends HasMetadata>(
    resource: ResourceLike<T>,
    key: ObjectKey,
    options: DeleteOptions = {},
  ): boolean {
    if (!this.find(resource, key)) return false;
    this.store.delete(pathOf(resource, key), options.preconditions);
    this.writes.push(`delete ${resource.resource} ${keyText(key)}`);
    return true;
  }

  private check(verb: Verb, resource: string): undefined {
    const error = this.failures.get(`${verb} ${resource}`)?.shift();
    if (error) throw error;
    return undefined;
  }
}

const revisionOf = ({
  metadata: { resourceVersion },
}: HasMetadata): Pick<StoredObject['metadata'], 'resourceVersion'> =>
  resourceVersion === undefined ? {} : { resourceVersion };

/** A resource is found by its plural alone, whatever its group. */
const collectionOf = ({ resource }: ResourceLike, namespace: string): string =>
  collectionPath({ group: '', version: 'v1', resource }, namespace);

const pathOf = (resource: ResourceLike, { namespace, name }: ObjectKey): string =>
  `${collectionOf(resource, namespace)}/${encodeURIComponent(name)}`;
