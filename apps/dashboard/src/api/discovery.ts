import type { ApiClient } from './client';
import { discoveryType } from './media-types';
import type { Resource } from './resource';

interface GroupDiscovery {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly {
    readonly version: string;
    readonly resources?: readonly ResourceDiscovery[];
  }[];
}

interface ResourceDiscovery {
  readonly resource: string;
  readonly responseKind?: { readonly kind?: string };
  readonly scope?: 'Cluster' | 'Namespaced';
  readonly singularResource?: string;
  readonly shortNames?: readonly string[] | null;
  readonly categories?: readonly string[] | null;
  readonly verbs?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[] | null;
}

/** Every kind in aggregated discovery, once: each in the first version of its group that has it. */
export async function discover(client: ApiClient): Promise<Resource[]> {
  const roots = await Promise.all(
    ['/api', '/apis'].map((path) =>
      client.json<{ items?: readonly GroupDiscovery[] }>(path, { accept: discoveryType() }),
    ),
  );
  return roots.flatMap((root) => (root.items ?? []).flatMap(resourcesOf));
}

export function resourcesOf(group: GroupDiscovery): Resource[] {
  const found = new Map<string, Resource>();
  for (const { version, resources } of group.versions ?? []) {
    for (const entry of resources ?? []) {
      if (found.has(entry.resource)) continue;
      found.set(entry.resource, {
        group: group.metadata?.name ?? '',
        version,
        resource: entry.resource,
        kind: entry.responseKind?.kind ?? entry.resource,
        singular: entry.singularResource ?? '',
        shortNames: entry.shortNames ?? [],
        categories: entry.categories ?? [],
        namespaced: entry.scope !== 'Cluster',
        verbs: entry.verbs ?? [],
        subresources: (entry.subresources ?? []).map(({ subresource }) => subresource),
      });
    }
  }
  return [...found.values()];
}
