import { Injectable, type Type } from '@nestjs/common';
import type { ObjectKey } from '@orch/client';
import type { Observable } from 'rxjs';
import { setReconcilerOptions, type ReconcilerOptions } from './reconciler-options.js';
import type { Result } from './result.js';

/**
 * Moves the actual state towards the desired state for one key. Level-triggered: it reads the current state and does not know which event added the key.
 * A key is reconciled by at most one worker at a time.
 * An error is retried with backoff; a `TerminalError` is not retried until the object changes.
 */
export interface Reconciler {
  /** `signal` is aborted when the controller stops or leadership is lost: do not write after that. */
  reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result>;
}

/** A reconciler with a source of keys in addition to its watches: one that discovers at run time which resources to watch. */
export interface SourcedReconciler extends Reconciler {
  /**
   * Keys to reconcile. Subscribed to once, when the process starts, until it ends. Never errors.
   */
  readonly keys$: Observable<ObjectKey>;
  /** Resolves when `keys$` has emitted the keys of the current state: nothing is reconciled before. */
  readonly synced: Promise<void>;
}

/**
 * Declares an injectable class as a reconciler; `ControllerModule.forFeature([...])` registers it. The constructor may take `Client`,
 * `InformerFactory`, `EventRecorder`, `Clock`, `Logger`, `Vocabulary`, `ControllerContext`, and what `@InjectLister` and
 * `@InjectResourceClient` name.
 */
export function Reconciler(options: ReconcilerOptions) {
  return (target: Type<Reconciler>): void => {
    Injectable()(target);
    setReconcilerOptions(target, options);
  };
}
