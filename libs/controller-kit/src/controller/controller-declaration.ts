import type { Clock, Random } from '@orch/apimachinery';
import type {
  Client,
  HasMetadata,
  InformerChange,
  InformerFactory,
  InformerOptions,
  ObjectKey,
  ResourceLike,
} from '@orch/client';
import type { InjectionToken, ModuleMetadata } from '@nestjs/common';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { EventRecorder } from '../event-recorder/event-recorder.js';
import type { Reconciler, SelfWakingReconciler } from '../reconcile/reconciler.js';
import type { RateLimiterOptions } from '../work-queue/rate-limiter.js';

/** All that a controller is made of. */
export interface ControllerDeclaration {
  /** Lower case with dashes, one per process: name in logs, events and of the lease. */
  readonly name: string;
  /** One line for `orch help` and `--help`. Default: empty. */
  readonly summary?: string;
  /**
   * What wakes the reconciler. The first one's objects are those it is called for again by `resyncMs`. May be empty for a
   * reconciler that wakes itself.
   */
  readonly watches: readonly Watch[];
  /** Makes the reconciler; listers asked of `context.informers` here are synced before its first turn. */
  readonly reconciler: (context: ControllerContext, ...injected: never[]) => Reconciler | SelfWakingReconciler;
  /** Nest providers handed to `reconciler` after the context. */
  readonly inject?: readonly InjectionToken[];
  /** Nest modules that provide them. */
  readonly imports?: ModuleMetadata['imports'];
  /** Keys reconciled at once. Default: 2; `--workers` overrides it. */
  readonly workers?: number;
  /**
   * All keys of the first watch are added again this often, against what no event tells. Unit: milliseconds.
   * Default: never.
   */
  readonly resyncMs?: number;
  /** Pauses of failing keys. Default: 5 ms doubled up to 1000 s. */
  readonly backoff?: RateLimiterOptions;
}

/** One resource whose changes wake the reconciler. Write it with `watch(...)`, which knows the type of the objects. */
export interface Watch<T extends HasMetadata = HasMetadata> {
  readonly resource: ResourceLike<T>;
  readonly options?: InformerOptions<T>;
  /**
   * Keys that an object concerns; an update asks for the old and for the new state. Default: the object's own key.
   * Pure but for listers.
   */
  readonly mapToKeys?: (object: T, informers: InformerFactory) => readonly ObjectKey[];
  /** Changes that may wake at all. Default: every change. */
  readonly filter?: (change: InformerChange<T>) => boolean;
}

/** What the kit hands a controller. */
export interface ControllerContext {
  readonly name: string;
  readonly client: Client;
  readonly informers: InformerFactory;
  readonly events: EventRecorder;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** A watch of one typed resource. */
export const watch = <T extends HasMetadata>(resource: ResourceLike<T>, rest: Omit<Watch<T>, 'resource'> = {}): Watch =>
  // The kit gives the functions only objects of this resource, so forgetting the type here is safe.
  ({ resource, ...rest }) as unknown as Watch;
