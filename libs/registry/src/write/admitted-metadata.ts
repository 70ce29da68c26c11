import {
  ApiError,
  RefusalWithoutReason,
  isStoredResourceVersion,
  type ApiObject,
  type ObjectMeta,
} from '@orch/apimachinery';
import { checkNamespace } from './object-metadata.js';
import type { WriteContext } from './write-context.js';

/**
 * A new object after mutating admission. Who may change objects by a webhook or a policy does not decide what the server assigns: namespace, uid and
 * times are those before.
 * @param created the object before.
 * @throws ApiError BadRequest for another namespace; as {@link refuseResourceVersion}.
 */
export function asCreated(context: WriteContext, created: ApiObject, admitted: ApiObject): ApiObject {
  const before = created.metadata;
  const after = admitted.metadata;
  if (after === before) return admitted;
  checkNamespace(after, before.namespace ?? '', context.parts.definition.vocabulary.answers);
  refuseResourceVersion(context, after);
  const { namespace, selfLink, uid, generation, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } =
    before;
  const assigned = { namespace, selfLink, uid, resourceVersion: undefined, generation, creationTimestamp };
  return { ...admitted, metadata: { ...after, ...assigned, deletionTimestamp, deletionGracePeriodSeconds } };
}

/** An updated object after mutating admission: validation refuses a change of what is immutable; the server counts versions and generations. */
export function asUpdated(updated: ApiObject, admitted: ApiObject): ApiObject {
  const { resourceVersion, generation } = updated.metadata;
  const after = admitted.metadata;
  if (after.resourceVersion === resourceVersion && after.generation === generation) return admitted;
  return { ...admitted, metadata: { ...after, resourceVersion, generation } };
}

/** The store assigns resourceVersions: a new object has none (C-141). @throws ApiError */
export function refuseResourceVersion({ parts }: WriteContext, { resourceVersion }: ObjectMeta): void {
  if (!resourceVersion || !isStoredResourceVersion(resourceVersion)) return;
  const message = 'resourceVersion should not be set on objects to be created';
  if (parts.definition.vocabulary.answers.resourceVersionOnCreate === 400) throw ApiError.badRequest(message);
  throw new RefusalWithoutReason(message);
}
