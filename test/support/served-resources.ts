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
  return (await servedWithSubresources(server)).filter(({ resource }) => !resource.includes('/'));
}

const ON_COLLECTIONS = new Map([
  ['create', 'POST'],
  ['list', 'GET'],
  ['watch', 'GET'],
  ['deletecollection', 'DELETE'],
]);
const ON_OBJECTS = new Map([
  ['create', 'POST'],
  ['get', 'GET'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
]);

/** A request for each verb of every resource and sub-resource the server says it serves. Objects are named `x`. */
export async function servedRequests(server: ResourceServer): Promise<(readonly [method: string, path: string])[]> {
  return (await servedWithSubresources(server)).flatMap(({ resource, path, verbs }) => {
    const isSubresource = resource.includes('/');
    return verbs.map((verb): readonly [string, string] => {
      const onCollection = isSubresource ? undefined : ON_COLLECTIONS.get(verb);
      const method = onCollection ?? ON_OBJECTS.get(verb);
      if (method === undefined) throw new Error(`${resource} has the unknown verb ${verb}`);
      const object = isSubresource ? path.replace(/\/([^/]+)\/([^/]+)$/, '/$1/x/$2') : `${path}/x`;
      return [method, `${onCollection === undefined ? object : path}${verb === 'watch' ? '?watch=true' : ''}`];
    });
  });
}

async function servedWithSubresources(server: ResourceServer): Promise<ServedResource[]> {
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
  return list.resources.map(({ name, kind, namespaced, verbs }) => ({
    groupVersion: list.groupVersion,
    resource: name,
    kind,
    namespaced,
    verbs,
    path: `${root}${namespaced ? `/namespaces/${server.namespace}` : ''}/${name}`,
  }));
}
