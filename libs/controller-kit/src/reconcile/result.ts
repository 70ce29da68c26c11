/** Result of a successful reconcile: done, or requeued after a delay. */
export type Result = typeof DONE | { readonly requeueAfterMs: number };

/** No requeue: the key is reconciled again after its next change. */
export const DONE = Object.freeze({ requeueAfterMs: undefined });
