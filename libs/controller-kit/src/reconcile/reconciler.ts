import type { ObjectKey } from '@orch/client';
import type { Observable } from 'rxjs';

/**
 * Makes the world match `spec` for one key. Level, not edge: it looks at the world and does not know which event woke
 * it. The kit calls it for one key in at most one place at a time.
 * Throw to be retried with backoff; throw `TerminalError` when only a new `spec` can help.
 */
export interface Reconciler {
  /** `signal` is aborted when the controller stops or leadership is lost: write nothing after. */
  reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result>;
}

/**
 * A reconciler that is woken by more than watches which are known beforehand: one that finds out for itself what there is to
 * watch. Its keys are in its own language.
 */
export interface SelfWakingReconciler extends Reconciler {
  /**
   * Keys to look at. The kit subscribes once, when the process starts, and unsubscribes when it ends; what it holds open it holds
   * for as long. Never errors.
   */
  readonly keys$: Observable<ObjectKey>;
  /** Resolves when `keys$` has told the present state: no turn is taken before. */
  readonly synced: Promise<void>;
}

/** What comes after a turn that did not fail: nothing, or another turn after this long. */
export type Result = typeof DONE | { readonly requeueAfterMs: number };

/** Nothing to do until the next change. */
export const DONE = Object.freeze({ requeueAfterMs: undefined });
