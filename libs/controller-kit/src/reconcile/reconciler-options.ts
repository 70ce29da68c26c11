import type { Type } from '@nestjs/common';
import type { Vocabulary } from '@orch/vocabulary';
import type { Watch } from '../watches/watch.js';
import type { RateLimiterOptions } from '../work-queue/rate-limiter.js';

/** Options of a controller. */
export interface ControllerOptions {
  /** Lower case with dashes, unique in the process: used in logs, events and the name of the Lease. */
  readonly name: string;
  /**
   * Watched resources, whose changes add keys to the work queue. `resyncMs` applies to the first one. May be empty for a
   * {@link SourcedReconciler}.
   */
  readonly watches: readonly Watch[];
  /** Maximum number of concurrent reconciles. Default: 2; `--workers` overrides it. */
  readonly workers?: number;
  /**
   * Resync period: all keys of the first watch are added again after each interval, for changes without an event. Unit: milliseconds.
   * Default: never.
   */
  readonly resyncMs?: number;
  /** Backoff of failing keys. Default: 5 ms doubled up to a minute. */
  readonly backoff?: RateLimiterOptions;
  /**
   * Also with a shared work queue, one process at a time reconciles all keys: for a reconciler that remembers something from one reconcile to
   * the next, or makes passes over everything. Default: true for a {@link SourcedReconciler}, whose keys have a meaning in its process only.
   */
  readonly isSingle?: boolean;
}

/** Options of `@Reconciler(...)`. */
export interface ReconcilerOptions extends Omit<ControllerOptions, 'watches'> {
  /** One line for `orch help` and `--help`. Default: empty. */
  readonly summary?: string;
  /** See {@link ControllerOptions.watches}. A function where they depend on the vocabulary. */
  readonly watches: readonly Watch[] | ((vocabulary: Vocabulary) => readonly Watch[]);
}

const OPTIONS = 'orch:reconciler';

/** Stores the options on the class. */
export function setReconcilerOptions(target: object, options: ReconcilerOptions): void {
  Reflect.defineMetadata(OPTIONS, options, target);
}

/** Options of a class with `@Reconciler(...)`. @throws TypeError for a class without. */
export function reconcilerOptions(target: Type): ReconcilerOptions {
  const options = Reflect.getMetadata(OPTIONS, target) as ReconcilerOptions | undefined;
  if (!options)
    throw new TypeError(`${target.name} is not a reconciler: decorate it with @Reconciler({ name, watches })`);
  return options;
}
