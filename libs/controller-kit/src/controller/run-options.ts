import type { Clock, Random } from '@orch/apimachinery';
import type { Client } from '@orch/client';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { LeaseTimes } from '../leader-election/lease-times.js';

/** How controllers run in a process; flags of the process fill it. */
export interface RunControllersOptions {
  readonly vocabulary: Vocabulary;
  /** `--orchconfig`. Default: the environment variable of the vocabulary, then `<dataDir>/admin.conf`, then a pod's. */
  readonly configFile?: string;
  /** `--data-dir`. Default: `./.orch`. */
  readonly dataDir?: string;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A client made elsewhere, which the caller closes. Default: made from the configuration. */
  readonly client?: Client;
  /** `--leader-elect`: the controllers reconcile only while this process holds its Lease. Default: false. */
  readonly leaderElect?: boolean;
  /**
   * The Lease of the process. Processes of the same controllers name the same one. Default: the names of its controllers, with dots
   * between them.
   */
  readonly leaseName?: string;
  /** When leases are renewed and taken. Default: those of `LeaderElection`. */
  readonly leaseTimes?: LeaseTimes;
  /** `--workers`, per controller. Default: the declaration's. */
  readonly workers?: number;
  /** Aborts a start that is under way: it cleans up and rejects. After the start, `stop` is what ends it. */
  readonly signal?: AbortSignal;
  /** Default: none. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Called once, when all informers of all controllers are synced. */
  readonly onSynced?: () => void;
}

/** Controllers that run. Fits `runUntilSignal` of `@orch/process`. */
export interface RunningControllers {
  /** Ends turns, gives leases back, closes what the kit opened; within 5 s. */
  stop(): Promise<void>;
  /** Rejects when a controller cannot go on: leadership was lost, so what was read before may be old. Never resolves. */
  readonly failure: Promise<never>;
}
