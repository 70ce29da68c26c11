import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { DamagedEntry } from '../cache/damaged-entry.js';
import { checkDeletePreconditions } from './failed-preconditions.js';
import type { DeletePlan } from './delete-plan.js';
import type { DeleteRequest } from './delete-request.js';

/**
 * Deletes an object whose stored value is damaged: removed immediately, ignoring its finalizers, which cannot be read.
 * @throws ApiError Conflict when it has another resourceVersion; InternalError for a uid precondition, which cannot be checked.
 */
export function planDamagedDelete(
  definition: ResourceDefinition,
  current: DamagedEntry,
  object: ApiObject,
  request: DeleteRequest,
): DeletePlan {
  if (request.uid !== undefined) return current.fail();
  const resourceVersion = String(current.revision);
  checkDeletePreconditions(definition, object.metadata.name ?? '', request, { resourceVersion });
  return { step: 'remove', object };
}

/** Known fields of an object whose stored value is damaged. */
export const remains = ({ gvk, apiVersion }: ResourceDefinition, namespace: string, name: string): ApiObject => ({
  kind: gvk.kind,
  apiVersion,
  metadata: { name, ...(namespace !== '' && { namespace }) },
});
