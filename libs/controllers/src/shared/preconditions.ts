import type { DeleteOptions, HasMetadata } from '@orch/client';

/** Deletes exactly the state that was judged: one that has changed since answers Conflict and is judged anew. */
export function preconditionsOf(object: HasMetadata): NonNullable<DeleteOptions['preconditions']> {
  const { uid, resourceVersion } = object.metadata;
  return { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}
