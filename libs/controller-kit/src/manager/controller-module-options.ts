import type { Clock, Random } from '@orch/apimachinery';
import type { Client, InformerFactoryOptions, ObservedRequest } from '@orch/client';
import type { Logger } from '@orch/process';
import type { Vocabulary, VocabularyName } from '@orch/vocabulary';
import type { Subject } from 'rxjs';
import type { LeaseTimes } from '../leader-election/lease-times.js';
import type { SharedQueueOptions, SharedQueues } from '../work-queue/shared-queues.js';

/** A user that a reconciler impersonates. */
export interface ReconcilerUser {
  readonly user: string;
  /** Name in the user agent, and therefore in the field manager of its writes. */
  readonly name: string;
}

/** How the controllers of a process run; its flags set them. An injection token. */
export abstract class ControllerModuleOptions {
  /** Name of the process: its user agent, and therefore the field manager of its writes. Default: `controller-manager`. */
  readonly name?: string;
  /** Default: `orch`. */
  readonly vocabulary?: Vocabulary | VocabularyName;
  /** `--orchconfig`. Default: the environment variable of the vocabulary, then `<dataDir>/admin.conf`, then a pod's. */
  readonly configFile?: string;
  /** `--data-dir`. Default: `./.orch`. */
  readonly dataDir?: string;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Client configuration files that are tried when neither `configFile` nor the environment names one. Default: `<dataDir>/admin.conf`. */
  readonly fallbackFiles?: readonly string[];
  /** User that the whole process impersonates. Default: none. */
  readonly user?: string;
  /**
   * User as whom a reconciler acts, by its name, while caches and Leases are those of the process: impersonated, so that the user of the
   * process must be allowed to. Default: the user of the process for all.
   */
  readonly actAs?: (reconciler: string) => ReconcilerUser | undefined;
  /**
   * Cached objects have no `metadata.managedFields`, often half of their memory. A replace without them keeps the owners of fields.
   * Default: false.
   */
  readonly withoutManagedFields?: boolean;
  /** Members of cached objects of a resource that controllers read, as in {@link InformerFactoryOptions}. Default: all. */
  readonly members?: InformerFactoryOptions['members'];
  /** A client that the caller closes. Default: made from the configuration. */
  readonly client?: Client;
  /** `--leader-elect`: the controllers reconcile only while this process holds its Lease. Default: false. */
  readonly leaderElect?: boolean;
  /**
   * Name of the Lease. Processes with the same controllers use the same one. Default: the names of the controllers, joined by
   * dots.
   */
  readonly leaseName?: string;
  /** `--publish-status`: queues and last errors are published in a Lease, named as that of {@link leaseName} with `-status` (decision 070). Default: false. */
  readonly publishStatus?: boolean;
  /** When leases are renewed and acquired. Default: those of `LeaderElection`. */
  readonly leaseTimes?: LeaseTimes;
  /**
   * `--work-queue=redis`: all processes with the same controllers share their work over a Redis, without leader election; controllers that
   * cannot (`isSingle` of `@Reconciler`) run only while their process holds its Lease. Default: each process has its queues in memory.
   */
  readonly workQueue?: SharedQueueOptions;
  /** Requests of the client that is made from the configuration, for metrics. */
  readonly requests?: Subject<ObservedRequest>;
  /** Open shared queues, which the caller closes. Default: made from {@link workQueue}. */
  readonly sharedQueues?: SharedQueues;
  /** `--workers`, per controller. Default: the reconciler's. */
  readonly workers?: number;
  /** Aborts the start: it cleans up and rejects. After the start, closing the application ends it. */
  readonly signal?: AbortSignal;
  /** Default: text on standard error, from level `info`. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Called once, when the caches of all controllers are synced. */
  readonly onSynced?: () => void;
  /**
   * Called when the controllers cannot continue: leadership was lost, so their caches may be stale. Their workers have ended.
   * Default: logs the error and ends the process with status 1.
   */
  readonly onFailure?: (error: unknown) => void;
}
