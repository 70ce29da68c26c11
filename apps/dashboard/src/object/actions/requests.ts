import type { ApiClient } from '../../api/client';
import { type ApiObject, listAt } from '../../api/object';
import { pathOf } from '../../api/resource';
import type { ObjectAddress } from '../../live/live-object';

const MERGE_PATCH = 'application/merge-patch+json';

/** The manager by which the page's changes are known in `metadata.managedFields`. */
export const FIELD_MANAGER = 'dashboard';

export function objectPath({ resource, namespace, name }: ObjectAddress): string {
  return pathOf(resource, namespace, name);
}

export function patch(client: ApiClient, address: ObjectAddress, body: unknown, subresource = ''): Promise<unknown> {
  const path = `${objectPath(address)}${subresource === '' ? '' : `/${subresource}`}?fieldManager=${FIELD_MANAGER}`;
  return client.json(path, { method: 'PATCH', contentType: MERGE_PATCH, body });
}

/** Adds a condition to a certificate signing request. */
export async function decide(client: ApiClient, address: ObjectAddress, type: 'Approved' | 'Denied'): Promise<unknown> {
  const request = await client.json<ApiObject>(objectPath(address));
  const condition = {
    type,
    status: 'True',
    reason: `${type}InDashboard`,
    message: `${type} by a user of the dashboard.`,
  };
  const status = { ...(request.status as object), conditions: [...listAt(request, 'status', 'conditions'), condition] };
  return client.json(`${objectPath(address)}/approval?fieldManager=${FIELD_MANAGER}`, {
    method: 'PUT',
    body: { ...request, status },
  });
}

export function evict(client: ApiClient, address: ObjectAddress): Promise<unknown> {
  const { namespace, name } = address;
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name } };
  return client.json(`${objectPath(address)}/eviction`, { method: 'POST', body });
}
