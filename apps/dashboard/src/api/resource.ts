import { ApiFailure } from './failure';

/** A kind as discovery lists it, in the version that the server prefers. */
export interface Resource {
  /** '' is the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural in URLs. */
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  /** Names such as `status` and `scale`. */
  readonly subresources: readonly string[];
}

export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/**
 * Path of the collection, or of one object with `name`. Without `namespace`: of all namespaces.
 * @throws ApiFailure for a name of dots only, by which a browser would go to another path.
 */
export function pathOf(
  resource: Pick<Resource, 'group' | 'version' | 'resource'>,
  namespace?: string,
  name?: string,
): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = namespace === undefined || namespace === '' ? '' : `/namespaces/${segment(namespace)}`;
  const tail = name === undefined ? '' : `/${segment(name)}`;
  return `${root}${scope}/${resource.resource}${tail}`;
}

function segment(name: string): string {
  if (name === '.' || name === '..') throw new ApiFailure(404, `No object is named ${name}`);
  return encodeURIComponent(name);
}
