import { ApiError, FOREGROUND_FINALIZER, ORPHAN_FINALIZER, type OwnerReference } from '@orch/apimachinery';
import type { HasMetadata, ObjectKey, ReflectorEvent, ResourceClient, ResourceLike, ResourceType } from '@orch/client';

/** Resources of the test: two namespaced kinds and a cluster-scoped one. */
export const RESOURCES: readonly ResourceType[] = [
  { group: 'x.example', version: 'v1', resource: 'as', kind: 'A', namespaced: true },
  { group: 'x.example', version: 'v1', resource: 'bs', kind: 'B', namespaced: true },
  { group: 'y.example', version: 'v1', resource: 'cs', kind: 'C', namespaced: false },
];

interface Stored {
  readonly resource: ResourceType;
  readonly object: HasMetadata;
}

/** A watch event, delivered to the graph when the test says so: watches lag. */
export interface WorldEvent {
  readonly resource: ResourceType;
  readonly event: ReflectorEvent;
}

/**
 * A server in memory, as far as the garbage collector knows one: uids, versions, finalizers, preconditions, owner references and delete
 * propagation.
 */
export class World {
  readonly objects = new Map<string, Stored>();
  /** Events not yet delivered, in order for each resource. */
  readonly pending: WorldEvent[] = [];
  readonly writes: string[] = [];
  /** Lists and reads of single objects so far. */
  lists = 0;
  finds = 0;
  /** The next list fails with it. */
  failNextList: Error | undefined;
  private revision = 0;

  add(resource: ResourceType, namespace: string, name: string, owners: readonly OwnerReference[], uid = name): void {
    const metadata = {
      ...(resource.namespaced ? { namespace } : {}),
      name,
      uid,
      ...(owners.length > 0 ? { ownerReferences: [...owners] } : {}),
    };
    this.store('ADDED', resource, { metadata });
  }

  /** As after the loss of a store, or the restart of a server that keeps its objects in memory. */
  countRevisionsAgain(): void {
    this.revision = 0;
  }

  /** As a user deletes it. */
  remove(uid: string, policy: 'Orphan' | 'Foreground' | 'Background'): void {
    const stored = this.objects.get(uid);
    if (!stored) return;
    const { metadata } = stored.object;
    const others = (metadata.finalizers ?? []).filter((f) => f !== ORPHAN_FINALIZER && f !== FOREGROUND_FINALIZER);
    const entry = { Orphan: [ORPHAN_FINALIZER], Foreground: [FOREGROUND_FINALIZER], Background: [] }[policy];
    this.change(stored, { finalizers: [...others, ...entry], deletionTimestamp: '2024-01-01T00:00:00Z' });
  }

  reference(uid: string, blockOwnerDeletion = false): OwnerReference {
    const stored = this.objects.get(uid);
    const { kind, group, version } = stored?.resource ?? RESOURCES[0]!;
    return {
      apiVersion: `${group}/${version}`,
      kind,
      name: stored?.object.metadata.name ?? uid,
      uid,
      blockOwnerDeletion,
    };
  }

  readonly restMapping = async ({ kind }: { kind: string }): Promise<ResourceType> => {
    const served = RESOURCES.find((resource) => resource.kind === kind);
    if (!served) throw new ApiError('NotFound', `no resource serves ${kind}`);
    return served;
  };

  readonly metadata = (resource: ResourceLike): ResourceClient => this.view(resource as ResourceType, '');

  private view(resource: ResourceType, namespace: string): ResourceClient {
    const client: Partial<ResourceClient> = {
      namespace: (other) => this.view(resource, other),
      find: async (key) => {
        this.finds++;
        return this.find(resource, key as ObjectKey)?.object;
      },
      listAll: (() => this.list(resource, namespace)) as ResourceClient['listAll'],
      deleteIfPresent: async (key, options = {}) => {
        const stored = this.find(resource, key as ObjectKey);
        if (!stored) return false;
        this.check(stored, options.preconditions ?? {});
        this.writes.push(`delete ${stored.object.metadata.uid} ${options.propagationPolicy}`);
        this.remove(stored.object.metadata.uid!, options.propagationPolicy ?? 'Background');
        return true;
      },
      patch: async (key, _type, body) => {
        const stored = this.find(resource, key as ObjectKey);
        if (!stored) throw ApiError.notFound({ ...resource, name: (key as ObjectKey).name });
        const { uid, resourceVersion, ...wanted } = (body as HasMetadata).metadata;
        this.check(stored, { uid, resourceVersion });
        this.writes.push(`patch ${stored.object.metadata.uid} ${Object.keys(wanted).join(',')}`);
        this.change(stored, wanted);
        return stored.object;
      },
    };
    return client as ResourceClient;
  }

  private find(resource: ResourceType, { namespace, name }: ObjectKey): Stored | undefined {
    return [...this.objects.values()].find(
      (stored) =>
        stored.resource === resource &&
        stored.object.metadata.name === name &&
        (stored.object.metadata.namespace ?? '') === namespace,
    );
  }

  private async *list(resource: ResourceType, namespace: string): AsyncGenerator<HasMetadata, void, void> {
    this.lists++;
    const failure = this.failNextList;
    this.failNextList = undefined;
    if (failure) throw failure;
    for (const stored of [...this.objects.values()]) {
      const fits = namespace === '' || stored.object.metadata.namespace === namespace;
      if (stored.resource === resource && fits) yield stored.object;
    }
  }

  private check(
    { resource, object }: Stored,
    want: { uid?: string | undefined; resourceVersion?: string | undefined },
  ) {
    const { uid, resourceVersion, name = '' } = object.metadata;
    if (want.uid !== uid || want.resourceVersion !== resourceVersion) throw ApiError.conflict({ ...resource, name });
  }

  private change({ resource, object }: Stored, wanted: object): void {
    const metadata = Object.fromEntries(
      Object.entries({ ...object.metadata, ...wanted }).filter(([, value]) => value !== null),
    ) as HasMetadata['metadata'];
    const isDone = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
    this.store(isDone ? 'DELETED' : 'MODIFIED', resource, { metadata });
  }

  private store(type: 'ADDED' | 'MODIFIED' | 'DELETED', resource: ResourceType, object: HasMetadata): void {
    const resourceVersion = String(++this.revision);
    const stored = { resource, object: { metadata: { ...object.metadata, resourceVersion } } };
    const uid = object.metadata.uid!;
    if (type === 'DELETED') this.objects.delete(uid);
    else this.objects.set(uid, stored);
    this.pending.push({ resource, event: { type, object: stored.object, resourceVersion } });
  }
}
