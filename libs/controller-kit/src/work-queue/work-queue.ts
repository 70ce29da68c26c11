import type { ObjectKey } from '@orch/client';

/**
 * Keys that wait to be reconciled, of one controller. A key is processed by at most one worker; equal keys are queued once; a key added
 * while it is processed is queued again when processing ends. The keys of a namespace are in order of arrival; namespaces take turns, and keys
 * without one are as those of one namespace. Bounded by one entry per existing key.
 */
export interface WorkQueue extends WorkQueueFigures {
  /** Queues a key, also one that waits for a delay. Never fails. */
  add(key: ObjectKey): void;
  /** Called once, before the first {@link take}. @param workers how many keys are processed at once at most. */
  start(workers: number): void;
  /** The next key, to be processed until one of the methods of {@link TakenKey} is called; undefined when the queue was closed. */
  take(): Promise<TakenKey | undefined>;
  /** Hands out no more keys. Resolves when the taken ones have ended. What was queued survives only in a shared queue. */
  close(): Promise<void>;
}

/** A key that a worker processes. One of its methods is called, once; none rejects. */
export interface TakenKey {
  readonly key: ObjectKey;
  /** Processed: resets the backoff. With `requeueAfterMs` the key is queued again after that time. */
  succeed(requeueAfterMs?: number): Promise<void> | void;
  /** Failed: the key is queued again after its backoff. */
  retry(): Promise<Retry> | Retry;
  /** Not processed: another worker gets the key, if there is one. */
  release(): Promise<void> | void;
}

/** Backoff of a failed key. */
export interface Retry {
  /** In a row. One that an event caused early in the backoff is not counted. */
  readonly failures: number;
  readonly afterMs: number;
}

/** What metrics show of a queue. */
export interface WorkQueueFigures {
  /** Keys that wait for a worker, without delayed ones: of a shared queue those of all processes. */
  depth(): Promise<number> | number;
  /** Keys that this process queued, and those that it queued again after a failure, since the start. */
  readonly counts: { readonly adds: number; readonly retries: number };
  /** For how long each key that this process processes has been so. Unit: seconds. */
  readonly processingSeconds: readonly number[];
  /** Called with the time for which a key was queued. Unit: seconds. */
  onTaken: ((waitedSeconds: number) => void) | undefined;
}
