import type { Resource } from '../api/resource';

/** Path of the OpenAPI document of a group and version. */
export function openApiPath({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? `/openapi/v3/api/${version}` : `/openapi/v3/apis/${group}/${version}`;
}
