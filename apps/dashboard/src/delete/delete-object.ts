import type { ApiClient } from '../api/client';
import { pathOf } from '../api/resource';
import type { ObjectAddress } from '../live/live-object';

/** What happens to the objects that a deleted one owns. */
export type Propagation = 'Background' | 'Foreground' | 'Orphan';

/** An object that was seen, and no other one that got its name meanwhile. */
export interface DeletionTarget extends ObjectAddress {
  readonly uid: string | undefined;
}

/** @throws ApiFailure */
export function deleteObject(
  client: Pick<ApiClient, 'json'>,
  { resource, namespace, name, uid }: DeletionTarget,
  propagationPolicy: Propagation,
): Promise<unknown> {
  const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy, preconditions: { uid } };
  return client.json(pathOf(resource, namespace, name), { method: 'DELETE', body });
}
