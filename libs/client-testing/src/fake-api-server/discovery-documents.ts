/** A resource in the discovery documents. Names of sub-resources contain a slash. */
export interface DiscoveredResource {
  /** Default: the core group. */
  readonly group?: string;
  /** Default: `v1`. */
  readonly version?: string;
  readonly name: string;
  /** Default: empty. */
  readonly singularName?: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** Document at a discovery path; undefined at any other path. @param aggregated apiVersion of aggregated documents; undefined without. */
export function discoveryDocument(
  resources: readonly DiscoveredResource[],
  path: string,
  aggregated: string | undefined,
): object | undefined {
  const groups = [...new Set(resources.map(groupOf))];
  if (path === '/api')
    return aggregated ? aggregatedList(resources, [''], aggregated) : { versions: versionsOf(resources, '') };
  const named = groups.filter((group) => group !== '');
  if (path === '/apis') {
    return aggregated
      ? aggregatedList(resources, named, aggregated)
      : { groups: named.map((name) => plainGroup(resources, name)) };
  }
  const [, group = '', version] = /^\/(?:api|apis\/([^/]+))\/([^/]+)$/.exec(path) ?? [];
  if (version === undefined) return undefined;
  const inVersion = resources.filter((resource) => groupOf(resource) === group && versionOf(resource) === version);
  if (inVersion.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: inVersion.map(({ group: _group, version: _version, singularName = '', ...rest }) => ({
      singularName,
      ...rest,
    })),
  };
}

const groupOf = ({ group = '' }: DiscoveredResource): string => group;
const versionOf = ({ version = 'v1' }: DiscoveredResource): string => version;

function versionsOf(resources: readonly DiscoveredResource[], group: string): readonly string[] {
  return [...new Set(resources.filter((resource) => groupOf(resource) === group).map(versionOf))];
}

function plainGroup(resources: readonly DiscoveredResource[], name: string): object {
  const versions = versionsOf(resources, name).map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions, preferredVersion: versions[0] };
}

function aggregatedList(
  resources: readonly DiscoveredResource[],
  groups: readonly string[],
  apiVersion: string,
): object {
  const resourcesOf = (group: string, version: string) =>
    resources
      .filter(
        (resource) => groupOf(resource) === group && versionOf(resource) === version && !resource.name.includes('/'),
      )
      .map(({ name, kind, namespaced, singularName = '', group: _group, version: _version, ...rest }) => ({
        ...rest,
        resource: name,
        responseKind: { group, version, kind },
        scope: namespaced ? 'Namespaced' : 'Cluster',
        singularResource: singularName,
      }));
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion,
    metadata: {},
    items: groups.map((group) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versionsOf(resources, group).map((version) => ({
        version,
        resources: resourcesOf(group, version),
        freshness: 'Current',
      })),
    })),
  };
}
