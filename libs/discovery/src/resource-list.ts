import { createHash } from 'node:crypto';
import type { ResourceDefinition } from '@orch/api';
import type { GroupVersionKind } from '@orch/apimachinery';
import { subresourceKind } from './subresource-kind.js';

/** One entry of an `APIResourceList`. */
export interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
}

export interface ApiResourceList {
  readonly kind: 'APIResourceList';
  /** Absent for the core group, whose clients are older than the field. */
  readonly apiVersion?: 'v1';
  readonly groupVersion: string;
  readonly resources: readonly ApiResource[];
}

/** Resources of one group version, by name, each followed by its sub-resources (C-291). */
export function resourceList(groupVersion: string, definitions: readonly ResourceDefinition[]): ApiResourceList {
  const sorted = [...definitions].sort((a, b) => (a.gvr.resource < b.gvr.resource ? -1 : 1));
  return {
    kind: 'APIResourceList',
    ...(groupVersion.includes('/') ? { apiVersion: 'v1' as const } : {}),
    groupVersion,
    resources: sorted.flatMap((definition) => [mainResource(definition), ...subresources(definition)]),
  };
}

function mainResource(definition: ResourceDefinition): ApiResource {
  const { declaration, gvr, gvk } = definition;
  const virtual = !definition.verbs.includes('update');
  return {
    name: gvr.resource,
    singularName: declaration.singular,
    namespaced: declaration.namespaced,
    kind: gvk.kind,
    verbs: definition.discoveredVerbs ?? definition.verbs,
    ...(declaration.shortNames?.length ? { shortNames: declaration.shortNames } : {}),
    ...(declaration.categories?.length ? { categories: declaration.categories } : {}),
    // Virtual resources have no stored form.
    ...(virtual ? {} : { storageVersionHash: storageVersionHash(definition.stored) }),
  };
}

/** Storage version hash, used by storage version migration: equal hashes, equal storage versions (C-291). */
function storageVersionHash(stored: GroupVersionKind): string {
  const text = `${stored.group}/${stored.version}/${stored.kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}

function subresources(definition: ResourceDefinition): ApiResource[] {
  const kept = [...definition.subresources].map(
    ([name, { writeOnly }]) => [name, writeOnly ? ['update'] : ['get', 'patch', 'update']] as const,
  );
  const actions = Object.keys(definition.declaration.actions ?? {}).map((name) => [name, ['create']] as const);
  const { connections = {} } = definition.declaration;
  const led = Object.entries(connections).map(([name, { verbs }]) => [name, verbs] as const);
  return [...kept, ...actions, ...led]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, verbs]) => ({
      name: `${definition.gvr.resource}/${name}`,
      singularName: '',
      namespaced: definition.declaration.namespaced,
      ...subresourceKind(definition, name),
      verbs,
    }));
}
