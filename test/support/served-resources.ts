import type { Body, ResourceServer } from './resource-fixtures.js';

/** A resource as in discovery. */
export interface ServedResource {
  /** `v1`, `storage.k8s.io/v1`. */
  readonly groupVersion: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  /** The collection, of the server's own namespace where the kind has one. */
  readonly path: string;
}

interface Listed {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Every resource the server says it serves, sub-resources left out. */
export async function servedResources(server: ResourceServer): Promise<ServedResource[]> {
  const { groups } = (await server.get('/apis')).body as Body & {
    readonly groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
  };
  const versions = groups.flatMap((group) => group.versions.map((version) => version.groupVersion));
  const roots = ['/api/v1', ...versions.map((version) => `/apis/${version}`)];
  const served = await Promise.all(roots.map((root) => resourcesBelow(server, root)));
  return served.flat();
}

async function resourcesBelow(server: ResourceServer, root: string): Promise<ServedResource[]> {
  const list = (await server.get(root)).body as Body & {
    readonly groupVersion: string;
    readonly resources: readonly Listed[];
  };
  return list.resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, verbs }) => ({
      groupVersion: list.groupVersion,
      resource: name,
      kind,
      namespaced,
      verbs,
      path: `${root}${namespaced ? `/namespaces/${server.namespace}` : ''}/${name}`,
    }));
}
