import type {
  Client,
  HasMetadata,
  InformerChange,
  InformerFactory,
  InformerOptions,
  ObjectKey,
  ResourceLike,
} from '@orch/client';
import type { Clock, Random } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { EventRecorder } from '../event-recorder/event-recorder.js';
import type { Logger } from '../logging/logger.js';
import type { Reconciler } from '../reconcile/reconciler.js';

/** All that a controller is made of. */
export interface ControllerDeclaration {
  /** Lower case with dashes: name in logs, metrics, events, the lease and the user agent. */
  readonly name: string;
  /** What wakes the reconciler. */
  readonly watches: readonly Watch[];
  /** Makes the reconciler; listers asked of `context.informers` here are synced before its first turn. */
  readonly reconciler: (context: ControllerContext) => Reconciler;
  /** Keys reconciled at once. Default: 2; `--workers` overrides it. */
  readonly workers?: number;
  /**
   * All keys of the first watch are added again this often, against what no event tells. Unit: milliseconds.
   * Default: never.
   */
  readonly resyncMs?: number;
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
  ({ resource, ...rest }) as unknown as Watch;
