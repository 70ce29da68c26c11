import type { VocabularyName } from '@orch/vocabulary';
import type { OrchProcess } from '../process/orch-process.js';
import type { TestRedis } from '../redis/test-redis.js';

/**
 * `managed`: the API server, and all controllers in one process of their own. `up`: the launcher, which gives each controller its
 * process and takes seconds of every core for that: where the launcher matters. `apiserver`: no controllers.
 */
export type PlaneCommand = 'managed' | 'up' | 'apiserver';

/** What to start, with everything decided. */
export interface PlaneOrder {
  readonly command: PlaneCommand;
  readonly dataDir: string;
  readonly vocabulary: VocabularyName;
  readonly flags: readonly string[];
  readonly controllerFlags: readonly string[];
}

/** One API server of a control plane. */
export interface TestServer {
  readonly url: string;
  /** The administrator's client configuration for this server alone. */
  readonly adminConf: string;
  readonly dataDir: string;
  readonly process: OrchProcess;
}

/** What was started. */
export interface PlaneParts {
  /** Of the server; of the balancer before several. */
  readonly url: string;
  /** The administrator's client configuration for `url`. */
  readonly adminConf: string;
  readonly servers: readonly TestServer[];
  /** Where they keep their state, unless that is the embedded store. */
  readonly redis: TestRedis | undefined;
  /** Ends it; a data directory that was given stays. */
  stop(): Promise<void>;
}
