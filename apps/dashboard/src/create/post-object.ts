import type { ApiClient } from '../api/client';
import type { ApiObject } from '../api/object';
import { pathOf, type Resource } from '../api/resource';

const FIELD_MANAGER = 'dashboard';

/**
 * Creates the object, or has the server check it only. It goes into the namespace that it names, otherwise into `namespace`.
 * @throws ApiFailure
 */
export async function postObject(
  client: Pick<ApiClient, 'json'>,
  resource: Resource,
  namespace: string,
  object: ApiObject,
  isDryRun: boolean,
): Promise<ApiObject> {
  const query = new URLSearchParams({
    fieldManager: FIELD_MANAGER,
    fieldValidation: 'Strict',
    ...(isDryRun && { dryRun: 'All' }),
  });
  // What was parsed from YAML may be anything.
  const { metadata } = object as Partial<ApiObject>;
  const target = resource.namespaced ? String(metadata?.namespace ?? namespace) : '';
  if (resource.namespaced && target === '') throw new Error('metadata.namespace: name the namespace it goes into.');
  return client.json(`${pathOf(resource, target)}?${query}`, { method: 'POST', body: object });
}
