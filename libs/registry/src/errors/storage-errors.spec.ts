import { corrupted } from '@orch/storage';
import { objectKey, resourcePrefix } from '../keys/storage-keys.js';
import { toApiError } from './storage-errors.js';

describe('storage error to API error', () => {
  const deployments = { group: 'apps', resource: 'deployments' };

  it.each([
    { scope: 'namespaced', resource: deployments, namespace: 'one', name: 'web', place: ' in namespace "one"' },
    { scope: 'cluster-scoped', resource: { group: '', resource: 'nodes' }, namespace: '', name: 'n1', place: '' },
  ])('a damaged value of a $scope object is InternalError and names the object', (c) => {
    const key = resourcePrefix(c.resource) + objectKey(c.namespace, c.name);
    const error = toApiError(corrupted(key, 'wrong checksum', 7), c.resource);
    const resource = c.resource.group ? `${c.resource.resource}.${c.resource.group}` : c.resource.resource;
    expect(error.toStatus()).toMatchObject({ reason: 'InternalError', code: 500 });
    expect(error.message).toBe(
      `Internal error occurred: the stored data of ${resource} "${c.name}"${c.place} is damaged (revision 7); ` +
        'delete the object and create it again, or restore a backup of the store',
    );
  });
});
