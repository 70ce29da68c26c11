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

/** Path of the collection, or of one object with `name`. Without `namespace`: of all namespaces. */
export function pathOf(
  resource: Pick<Resource, 'group' | 'version' | 'resource'>,
  namespace?: string,
  name?: string,
): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = namespace === undefined || namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const tail = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `${root}${scope}/${resource.resource}${tail}`;
}
