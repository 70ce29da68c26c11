import type { Client } from '@orch/client';
import type { Clock, Random } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Logger } from '../logging/logger.js';

/** How controllers run in a process; flags of the process fill it. */
export interface RunOptions {
  readonly vocabulary: Vocabulary;
  /** `--orchconfig`. Default: the environment variable of the vocabulary, then `<dataDir>/admin.conf`. */
  readonly configFile?: string;
  /** `--data-dir`. Default: `./.orch`. */
  readonly dataDir?: string;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A client made elsewhere, which the caller closes. Default: made from the configuration. */
  readonly client?: Client;
  /** `--leader-elect`: reconcile only while holding the lease. Default: false. */
  readonly leaderElect?: boolean;
  /** `--workers`, per controller. Default: the declaration's. */
  readonly workers?: number;
  /** Stops everything when aborted (SIGTERM of the process). */
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Called once, when all informers of all controllers are synced. */
  readonly onSynced?: () => void;
}

/** Controllers that run. */
export interface RunningControllers {
  /** Ends turns, releases leases, closes what the kit opened; at most 5 s. */
  stop(): Promise<void>;
  /** Resolves when all has ended; rejects when leadership was lost, since what was read before may be old. */
  readonly stopped: Promise<void>;
}
