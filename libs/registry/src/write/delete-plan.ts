import type { ResourceDefinition, StrategyContext } from '@orch/api';
import {
  ApiError,
  formatTime,
  parseTimeMs,
  type ApiObject,
  type ObjectMeta,
  type ResourceRef,
} from '@orch/apimachinery';
import { checkDeletePreconditions } from './failed-preconditions.js';
import { withMetadata } from './object-metadata.js';
import type { DeleteRequest } from './delete-request.js';
import { finalizersForDelete } from './propagation.js';
import type { WriteRequest } from './write-request.js';

/** Effect of a delete: remove the object, mark it terminating, or nothing if it is terminating already (C-099). */
export interface DeletePlan {
  readonly step: 'remove' | 'mark' | 'none';
  readonly object: ApiObject;
}

/**
 * Refuses a delete that the kind forbids. A dry run of a delete of a collection is allowed, as in kube-apiserver: clients try all
 * resources that way.
 * @throws ApiError Forbidden.
 */
export function checkDeleteAllowed(
  definition: ResourceDefinition,
  object: ApiObject,
  { dryRun, ofCollection }: Pick<WriteRequest, 'dryRun' | 'ofCollection'>,
  target: ResourceRef,
): void {
  if (dryRun && ofCollection) return;
  const forbidden = definition.strategy.forbidsDelete?.(object);
  if (forbidden !== undefined) throw ApiError.forbidden(target, forbidden);
}

/** @throws ApiError Conflict when a precondition fails (C-227). */
export function planDelete(
  definition: ResourceDefinition,
  object: ApiObject,
  request: DeleteRequest,
  context: StrategyContext,
): DeletePlan {
  const { metadata } = object;
  const { declaration } = definition;
  checkDeletePreconditions(definition, metadata.name ?? '', request, metadata);
  const graceSeconds = graceOf(definition, object, request);
  const given = metadata.deletionTimestamp === undefined ? undefined : (metadata.deletionGracePeriodSeconds ?? 0);
  // What blocks the removal of a terminating object goes first, whatever a later delete asks for.
  if (given !== undefined && declaration.removalBlocked?.(object) === true) return { step: 'none', object };
  // A later delete can shorten the grace period, never extend it; until it has passed it changes nothing else.
  if (given !== undefined && given > 0 && graceSeconds >= given) return { step: 'none', object };
  const finalizers =
    withCleanUp(definition, metadata) ??
    finalizersForDelete(definition, metadata.finalizers, request.propagationPolicy);
  const held = (finalizers?.length ?? 0) > 0 || declaration.removalBlocked?.(object) === true;
  const isShorter = given === undefined || graceSeconds < given;
  if (!held && graceSeconds === 0) {
    // Only kinds with a grace period show that it was none.
    const last = isShorter && declaration.graceSeconds ? marked(definition, object, graceSeconds, context) : object;
    return { step: 'remove', object: withFinalizers(last, finalizers) };
  }
  if (!isShorter) {
    if (finalizers === metadata.finalizers) return { step: 'none', object };
    return { step: 'mark', object: withFinalizers(object, finalizers) };
  }
  const terminating = withFinalizers(marked(definition, object, graceSeconds, context), finalizers);
  return { step: 'mark', object: definition.strategy.prepareForDelete?.(terminating, context) ?? terminating };
}

/** Finalizers after the first delete of a kind that the server cleans up after; undefined: any other delete. */
function withCleanUp(
  { declaration, vocabulary }: ResourceDefinition,
  { finalizers = [], deletionTimestamp }: ObjectMeta,
): ObjectMeta['finalizers'] {
  if (!declaration.deleteFinalizer || deletionTimestamp !== undefined) return undefined;
  return [...new Set([...finalizers, declaration.deleteFinalizer(vocabulary)])];
}

/** The last time that can be written: clients may ask for grace periods of millions of years. Unit: milliseconds since 1970. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * The first mark counts as a change of the desired state. Where more than finalizers blocks the removal, there is no grace period; where
 * the server cleans up, neither is there such a change. A shorter grace period begins with the first delete, and ends no earlier than now;
 * one that is over already is a second, so that a client that waits for it still sees the change.
 */
function marked(
  { declaration }: ResourceDefinition,
  object: ApiObject,
  graceSeconds: number,
  { now }: StrategyContext,
): ApiObject {
  const { metadata } = object;
  const { generation, deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  const counts = generation !== undefined && deletionTimestamp === undefined && !declaration.deleteFinalizer;
  const nowMs = parseTimeMs(now) ?? 0;
  const before = deletionTimestamp === undefined ? undefined : parseTimeMs(deletionTimestamp);
  const beganMs = before === undefined ? nowMs : before - deletionGracePeriodSeconds * 1_000;
  const endMs = Math.min(beganMs + graceSeconds * 1_000, LAST_MS);
  const isOver = endMs < nowMs;
  return withMetadata(object, {
    ...metadata,
    ...(counts ? { generation: generation + 1 } : {}),
    deletionTimestamp: formatTime(isOver ? nowMs : endMs),
    deletionGracePeriodSeconds:
      declaration.removalBlocked || declaration.deleteFinalizer
        ? undefined
        : isOver
          ? Math.min(graceSeconds, 1)
          : graceSeconds,
  });
}

const withFinalizers = (object: ApiObject, finalizers: ObjectMeta['finalizers']): ApiObject =>
  finalizers === object.metadata.finalizers ? object : withMetadata(object, { ...object.metadata, finalizers });

/** Grace period in seconds (C-229). A terminating object keeps its own unless a shorter one is requested. */
function graceOf(definition: ResourceDefinition, object: ApiObject, { gracePeriodSeconds }: DeleteRequest): number {
  const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
  if (deletionTimestamp !== undefined && gracePeriodSeconds === undefined) return deletionGracePeriodSeconds ?? 0;
  return definition.declaration.graceSeconds?.(object, gracePeriodSeconds) ?? 0;
}
