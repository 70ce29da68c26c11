import type { ResourceDefinition, StrategyContext } from '@orch/api';
import { ApiError, type ApiObject, type ResourceRef } from '@orch/apimachinery';
import { withMetadata } from './object-metadata.js';
import type { DeleteRequest } from './delete-request.js';

/** What a delete does: take the object away, mark it terminating, or nothing since it is terminating already (C-099). */
export interface DeletePlan {
  readonly step: 'remove' | 'mark' | 'none';
  readonly object: ApiObject;
}

/** @throws ApiError Conflict when a precondition does not hold (C-227). */
export function planDelete(
  definition: ResourceDefinition,
  object: ApiObject,
  request: DeleteRequest,
  context: StrategyContext,
  target: ResourceRef,
): DeletePlan {
  const { metadata } = object;
  if (request.uid !== undefined && request.uid !== metadata.uid) {
    throw ApiError.conflict(
      target,
      `Precondition failed: UID in precondition: ${request.uid}, UID in object meta: ${metadata.uid}`,
    );
  }
  if (request.resourceVersion !== undefined && request.resourceVersion !== metadata.resourceVersion) {
    throw ApiError.conflict(
      target,
      `Precondition failed: ResourceVersion in precondition: ${request.resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion}`,
    );
  }
  const held = (metadata.finalizers?.length ?? 0) > 0 || definition.declaration.removalBlocked?.(object) === true;
  if (!held) return { step: 'remove', object };
  if (metadata.deletionTimestamp !== undefined) return { step: 'none', object };
  const marked = withMetadata(object, { ...metadata, deletionTimestamp: context.now, deletionGracePeriodSeconds: 0 });
  return { step: 'mark', object: definition.strategy.prepareForDelete?.(marked, context) ?? marked };
}
