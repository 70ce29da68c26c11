import type { ObjectKey } from '@orch/client';

/**
 * Makes the world match `spec` for one key. Level, not edge: it looks at the world and does not know which event woke
 * it. The kit calls it for one key in at most one place at a time.
 * Throw to be retried with backoff; throw `TerminalError` when only a new `spec` can help.
 */
export interface Reconciler {
  /** `signal` is aborted when the controller stops or leadership is lost: write nothing after. */
  reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result>;
}

/** What comes after a turn that did not fail: nothing, or another turn after this long. */
export type Result = typeof DONE | { readonly requeueAfterMs: number };

/** Nothing to do until the next change. */
export const DONE = Object.freeze({ requeueAfterMs: undefined });
