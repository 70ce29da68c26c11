import { ApiError, type ApiList } from '@orch/apimachinery';
import {
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

type Objects = Map<string, HasMetadata>;
type Verb = 'get' | 'list' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/**
 * Objects in memory behind the interfaces of the client, for tests of reconcilers: resourceVersions, conflicts,
 * preconditions and finalizers are as on a server; schemas, admission and watches are not there.
 */
export class InMemoryApi {
  /** Writes so far, `update pods/status t1/p`, in order. */
  readonly writes: string[] = [];
  private readonly resources = new Map<string, Objects>();
  private readonly failures = new Map<string, Error[]>();
  private revision = 100;

  /** Puts an object in as it is, filling in uid and resourceVersion. */
  put<T extends HasMetadata>(resource: ResourceLike<T>, object: T): T {
    const { name } = object.metadata;
    const metadata = { uid: `uid-${name}-${++this.revision}`, ...object.metadata, resourceVersion: `${this.revision}` };
    const stored = { ...object, metadata };
    this.objects(resource.resource).set(keyText(keyOf(stored)), stored);
    return stored;
  }

  find<T extends HasMetadata>(resource: ResourceLike<T>, key: ObjectKey): T | undefined {
    return this.objects(resource.resource).get(keyText(key)) as T | undefined;
  }

  all<T extends HasMetadata>(resource: ResourceLike<T>): T[] {
    return [...this.objects(resource.resource).values()] as T[];
  }

  remove(resource: ResourceLike, key: ObjectKey): void {
    this.objects(resource.resource).delete(keyText(key));
  }

  /** The next call of `verb` on a resource rejects. */
  failNext(verb: Verb, resource: ResourceLike, error: Error): void {
    const queue = this.failures.get(`${verb} ${resource.resource}`) ?? [];
    this.failures.set(`${verb} ${resource.resource}`, [...queue, error]);
  }

  /** A lister that always shows the present, but for what `hide` says. */
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

  private view<T extends HasMetadata>(resource: ResourceLike<T>, namespace: string): ResourceClient<T> {
    const name = resource.resource;
    const key = (of: ObjectKey | string): ObjectKey => (typeof of === 'string' ? { namespace, name: of } : of);
    const inView = () => this.all(resource).filter((o) => namespace === '' || o.metadata.namespace === namespace);
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
        this.update(resource, `${name}/status`, keyOf(object), (current) => {
          this.refuseStale(name, current, object);
          return { ...current, status: (object as { status?: unknown }).status };
        }),
      patch: async (of, type, body) => {
        if (type !== 'merge') throw new Error(`patch type ${type} is not in this test API`);
        const change = body as HasMetadata;
        return this.update(resource, name, key(of), (current) => {
          const { finalizers, resourceVersion = current.metadata.resourceVersion } = change.metadata;
          return { ...current, metadata: { ...current.metadata, resourceVersion, finalizers: finalizers ?? [] } } as T;
        });
      },
      subresource: (sub) =>
        ({
          replace: async (of: ObjectKey | string, body: unknown) =>
            this.update(resource, `${name}/${sub}`, key(of), () => body as T),
        }) as ReturnType<ResourceClient<T>['subresource']>,
      deleteIfPresent: async (of, options) => {
        this.check('delete', name);
        return this.delete(resource, key(of), options);
      },
      deleteCollection: async () => {
        this.check('deletecollection', name);
        for (const object of inView()) this.delete(resource, keyOf(object));
        return { items: [] } as unknown as ApiList<T>;
      },
    };
    return client as ResourceClient<T>;
  }

  private async *listAll<T>(name: string, items: () => T[]): AsyncGenerator<T, void, void> {
    this.check('list', name);
    yield* items();
  }

  private update<T extends HasMetadata>(
    resource: ResourceLike<T>,
    path: string,
    key: ObjectKey,
    change: (current: T) => T,
  ): T {
    this.check('update', resource.resource);
    const current = this.find(resource, key);
    if (!current) throw ApiError.notFound({ group: '', resource: resource.resource, name: key.name });
    const next = change(current);
    this.refuseStale(resource.resource, current, next);
    this.writes.push(`update ${path} ${keyText(key)}`);
    const stored = this.put(resource, next);
    if (isDone(stored)) this.remove(resource, key);
    return stored;
  }

  private delete<T extends HasMetadata>(
    resource: ResourceLike<T>,
    key: ObjectKey,
    options: DeleteOptions = {},
  ): boolean {
    const current = this.find(resource, key);
    if (!current) return false;
    const { uid, resourceVersion } = options.preconditions ?? {};
    const { metadata } = current;
    if (
      (uid ?? metadata.uid) !== metadata.uid ||
      (resourceVersion ?? metadata.resourceVersion) !== metadata.resourceVersion
    ) {
      throw ApiError.conflict({ group: '', resource: resource.resource, name: key.name });
    }
    this.writes.push(`delete ${resource.resource} ${keyText(key)}`);
    const terminating = { ...current, metadata: { ...metadata, deletionTimestamp: '2024-01-01T00:00:00Z' } };
    if (isDone(terminating)) this.remove(resource, key);
    else if (metadata.deletionTimestamp === undefined) this.put(resource, terminating);
    return true;
  }

  private refuseStale(resource: string, current: HasMetadata, next: HasMetadata): void {
    if (next.metadata.resourceVersion === current.metadata.resourceVersion) return;
    throw ApiError.conflict({ group: '', resource, name: current.metadata.name ?? '' });
  }

  private check(verb: Verb, resource: string): undefined {
    const error = this.failures.get(`${verb} ${resource}`)?.shift();
    if (error) throw error;
    return undefined;
  }

  private objects(resource: string): Objects {
    const known = this.resources.get(resource) ?? new Map<string, HasMetadata>();
    this.resources.set(resource, known);
    return known;
  }
}

/** Nothing holds it any more; a namespace is held by `spec.finalizers` too. */
function isDone(object: HasMetadata & { readonly spec?: { readonly finalizers?: readonly string[] } }): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length + (object.spec?.finalizers?.length ?? 0) === 0;
}
