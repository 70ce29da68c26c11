import { nestedResources, type ApiResource, type ResourceDiscovery, type SubresourceDiscovery } from '@orch/discovery';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Resources of one group version that are read; those of real API servers are far fewer. */
const MAX_RESOURCES = 5_000;
/** Length of their JSON that is shown: all users read it, with that of all other servers. It is that of some 500. */
const MAX_SHOWN_LENGTH = 128 * 1_024;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const itemsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const kindOf = (value: unknown): ResourceDiscovery['responseKind'] => {
  const { group, version, kind } = isFields(value) ? value : ({} as Fields);
  return { group: textOf(group), version: textOf(version), kind: textOf(kind) };
};

/**
 * The resources of one group version in an aggregated document of another API server: known fields of the right types only, so that it cannot
 * spoil the document of all groups. Undefined: the group version is not in it.
 */
export function resourcesOfAggregated(list: unknown, group: string, version: string): ResourceDiscovery[] | undefined {
  const groups = isFields(list) ? itemsOf(list['items']) : [];
  const own = groups.find(({ metadata }) => isFields(metadata) && metadata['name'] === group);
  const found = itemsOf(own?.['versions']).find((one) => one['version'] === version);
  return found && shown(itemsOf(found['resources']).slice(0, MAX_RESOURCES).map(resourceOf));
}

/** The first ones, as many as may be shown. */
function shown(resources: readonly ResourceDiscovery[]): ResourceDiscovery[] {
  let length = 0;
  const end = resources.findIndex((one) => (length += JSON.stringify(one).length) > MAX_SHOWN_LENGTH);
  return resources.slice(0, end < 0 ? undefined : end);
}

function resourceOf(one: Fields): ResourceDiscovery {
  const shortNames = textsOf(one['shortNames']);
  const categories = textsOf(one['categories']);
  const subresources = itemsOf(one['subresources']).map(subresourceOf);
  return {
    resource: textOf(one['resource']),
    responseKind: kindOf(one['responseKind']),
    scope: one['scope'] === 'Namespaced' ? 'Namespaced' : 'Cluster',
    singularResource: textOf(one['singularResource']),
    verbs: textsOf(one['verbs']),
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

const subresourceOf = (one: Fields): SubresourceDiscovery => ({
  subresource: textOf(one['subresource']),
  responseKind: kindOf(one['responseKind']),
  verbs: textsOf(one['verbs']),
});

/** The resources of an APIResourceList. */
export function resourcesOfList(list: unknown): ResourceDiscovery[] {
  const resources = isFields(list) ? itemsOf(list['resources']) : [];
  return shown(nestedResources(resources.slice(0, MAX_RESOURCES).map(listedResource)));
}

function listedResource(one: Fields): ApiResource {
  const shortNames = textsOf(one['shortNames']);
  const categories = textsOf(one['categories']);
  return {
    name: textOf(one['name']),
    singularName: textOf(one['singularName']),
    namespaced: one['namespaced'] === true,
    group: textOf(one['group']),
    version: textOf(one['version']),
    kind: textOf(one['kind']),
    verbs: textsOf(one['verbs']),
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
  };
}

/** Longer URLs are not shown: all users read them. Those of real API servers have a hash of 128 characters. */
const MAX_URL_LENGTH = 1_024;

/** URL of the OpenAPI document of a group version, in the index of an API server. Undefined: it has none. */
export function openApiUrlOf(index: unknown, group: string, version: string): string | undefined {
  const paths = isFields(index) ? index['paths'] : undefined;
  const own = `apis/${group}/${version}`;
  const entry = isFields(paths) && Object.hasOwn(paths, own) ? paths[own] : undefined;
  const url = isFields(entry) ? textOf(entry['serverRelativeURL']) : '';
  if (url.length > MAX_URL_LENGTH) return undefined;
  // Another path would lead to another document of this server.
  return url === `/openapi/v3/${own}` || url.startsWith(`/openapi/v3/${own}?`) ? url : undefined;
}
