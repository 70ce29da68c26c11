/** What follows a reconcile that did not fail: nothing, or another one after this time. */
export type Result = typeof DONE | { readonly requeueAfterMs: number };

/** Nothing to do until the next change. */
export const DONE = Object.freeze({ requeueAfterMs: undefined });
