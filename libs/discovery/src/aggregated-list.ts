import { parseApiVersion, type GroupVersionKind } from '@orch/apimachinery';
import type { ApiResource, ApiResourceList } from './resource-list.js';

export const AGGREGATED_KIND = 'APIGroupDiscoveryList';

/** A group with the resources of each version, the preferred version first. The core group has no name. */
export interface GroupContent {
  readonly name: string;
  readonly versions: readonly VersionContent[];
}

/** A group of an aggregated document, whose resources are listed when they are needed. */
export interface GroupSource {
  readonly name: string;
  /** What its content is made from: the same objects, the same content. */
  readonly sources: readonly object[];
  content(): GroupContent;
}

/** One version of a group. */
export interface VersionContent {
  readonly version: string;
  readonly resources: readonly ResourceDiscovery[];
  /** Whether the resources are those that are served now: another API server may not answer. */
  readonly isCurrent: boolean;
}

/** A sub-resource in an aggregated document. */
export interface SubresourceDiscovery {
  readonly subresource: string;
  readonly responseKind: GroupVersionKind;
  readonly verbs: readonly string[];
}

/** A resource in an aggregated document. */
export interface ResourceDiscovery {
  readonly resource: string;
  readonly responseKind: GroupVersionKind;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly SubresourceDiscovery[];
}

/**
 * Aggregated discovery: all groups with their resources in one document, so that clients need not fetch each group version (C-292).
 * @param apiVersion group and version of the document itself, as requested by the client.
 */
export const aggregatedList = (apiVersion: string, groups: readonly GroupContent[]): object => ({
  ...aggregatedHeader(apiVersion),
  items: groups.map(aggregatedItem),
});

/** Fields of an aggregated document before its items. */
export const aggregatedHeader = (apiVersion: string): object => ({ kind: AGGREGATED_KIND, apiVersion, metadata: {} });

/** A group in an aggregated document. */
export const aggregatedItem = ({ name, versions }: GroupContent): object => ({
  metadata: { ...(name === '' ? {} : { name }), creationTimestamp: null },
  versions: versions.map(({ version, resources, isCurrent }) => ({
    version,
    resources,
    freshness: isCurrent ? 'Current' : 'Stale',
  })),
});

/** The content of a version that this server serves. */
export const versionContent = ({ groupVersion, resources }: ApiResourceList): VersionContent => ({
  version: parseApiVersion(groupVersion)!.version,
  resources: nestedResources(resources),
  isCurrent: true,
});

/** Nests sub-resources in their resource; in an APIResourceList they follow it. */
export function nestedResources(resources: readonly ApiResource[]): ResourceDiscovery[] {
  const subresources = subresourcesByResource(resources);
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map((resource) => {
      const { name, singularName, namespaced, verbs, shortNames, categories } = resource;
      const own = subresources.get(name);
      return {
        resource: name,
        responseKind: kindOf(resource),
        scope: namespaced ? 'Namespaced' : 'Cluster',
        singularResource: singularName,
        verbs,
        ...(shortNames ? { shortNames } : {}),
        ...(categories ? { categories } : {}),
        ...(own ? { subresources: own } : {}),
      };
    });
}

function subresourcesByResource(resources: readonly ApiResource[]): Map<string, SubresourceDiscovery[]> {
  const byResource = new Map<string, SubresourceDiscovery[]>();
  for (const one of resources) {
    const slash = one.name.indexOf('/');
    if (slash < 0) continue;
    const subresource = { subresource: one.name.slice(slash + 1), responseKind: kindOf(one), verbs: one.verbs };
    const resource = one.name.slice(0, slash);
    const known = byResource.get(resource);
    if (known) known.push(subresource);
    else byResource.set(resource, [subresource]);
  }
  return byResource;
}

/** Group and version are those of the document, unless a sub-resource has the kind of another group. */
const kindOf = ({ group = '', version = '', kind }: ApiResource): GroupVersionKind => ({ group, version, kind });
