import type { DeleteOptions, HasMetadata } from '@orch/client';

/** Preconditions for a delete of exactly this state: an object changed since fails with Conflict and is reconciled again. */
export function preconditionsOf(object: HasMetadata): NonNullable<DeleteOptions['preconditions']> {
  const { uid, resourceVersion } = object.metadata;
  return { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}
