import type { ResourceDefinition, StrategyContext } from '@orch/api';
import {
  ApiError,
  formatTime,
  parseTimeMs,
  type ApiObject,
  type ObjectMeta,
  type ResourceRef,
} from '@orch/apimachinery';
import { uidConflict, withMetadata } from './object-metadata.js';
import type { DeleteRequest } from './delete-request.js';
import { finalizersForDelete } from './propagation.js';

/** Effect of a delete: remove the object, mark it terminating, or nothing if it is terminating already (C-099). */
export interface DeletePlan {
  readonly step: 'remove' | 'mark' | 'none';
  readonly object: ApiObject;
}

/** @throws ApiError Forbidden when the kind forbids it, Conflict when a precondition fails (C-227). */
export function planDelete(
  definition: ResourceDefinition,
  object: ApiObject,
  request: DeleteRequest,
  context: StrategyContext,
  target: ResourceRef,
): DeletePlan {
  const { metadata } = object;
  const forbidden = definition.strategy.forbidsDelete?.(object);
  if (forbidden !== undefined) throw ApiError.forbidden(target, forbidden);
  if (request.uid !== undefined && request.uid !== metadata.uid)
    throw uidConflict(target, request.uid, metadata.uid ?? '');
  checkResourceVersion(request, metadata.resourceVersion, target);
  const graceSeconds = graceOf(definition, object, request);
  const given = metadata.deletionTimestamp === undefined ? undefined : (metadata.deletionGracePeriodSeconds ?? 0);
  // A later delete can shorten the grace period, never extend it; until it has passed it changes nothing else.
  if (given !== undefined && given > 0 && graceSeconds >= given) return { step: 'none', object };
  const finalizers = finalizersForDelete(definition, metadata.finalizers, request.propagationPolicy);
  const held = (finalizers?.length ?? 0) > 0 || definition.declaration.removalBlocked?.(object) === true;
  if (!held && graceSeconds === 0) {
    return { step: 'remove', object: withFinalizers(object, finalizers) };
  }
  if (given !== undefined && graceSeconds >= given) {
    if (finalizers === metadata.finalizers) return { step: 'none', object };
    return { step: 'mark', object: withFinalizers(object, finalizers) };
  }
  const marked = withMetadata(object, {
    ...metadata,
    finalizers,
    deletionTimestamp: formatTime((parseTimeMs(context.now) ?? 0) + graceSeconds * 1_000),
    deletionGracePeriodSeconds: graceSeconds,
  });
  return { step: 'mark', object: definition.strategy.prepareForDelete?.(marked, context) ?? marked };
}

/** @throws ApiError Conflict when the delete is for another version. */
export function checkResourceVersion(
  { resourceVersion }: DeleteRequest,
  current: string | undefined,
  target: ResourceRef,
): void {
  if (resourceVersion === undefined || resourceVersion === current) return;
  throw ApiError.conflict(
    target,
    `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${current}`,
  );
}

const withFinalizers = (object: ApiObject, finalizers: ObjectMeta['finalizers']): ApiObject =>
  finalizers === object.metadata.finalizers ? object : withMetadata(object, { ...object.metadata, finalizers });

/** Grace period in seconds (C-229). A terminating object keeps its own unless a shorter one is requested. */
function graceOf(definition: ResourceDefinition, object: ApiObject, { gracePeriodSeconds }: DeleteRequest): number {
  const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
  if (deletionTimestamp !== undefined && gracePeriodSeconds === undefined) return deletionGracePeriodSeconds ?? 0;
  return definition.declaration.graceSeconds?.(object, gracePeriodSeconds) ?? 0;
}
