import { join } from 'node:path';
import type { VocabularyName } from '@orch/vocabulary';
import type { OrchProcess } from '../process/orch-process.js';
import type { TestRedis } from '../redis/test-redis.js';

/**
 * `managed`: the API server, and all controllers in one other process. `up`: both started by the launcher. `apiserver`: no controllers.
 */
export type PlaneCommand = 'managed' | 'up' | 'apiserver';

/** What to start, with all defaults applied. */
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
  /** The administrator's kubeconfig for this server only. */
  readonly adminConf: string;
  readonly dataDir: string;
  readonly process: OrchProcess;
}

/** The started parts. */
export interface PlaneParts {
  /** Of the server; with several, of the balancer. */
  readonly url: string;
  /** The administrator's kubeconfig for `url`. */
  readonly adminConf: string;
  readonly servers: readonly TestServer[];
  /** The store, unless embedded. */
  readonly redis: TestRedis | undefined;
  /** Stops it; keeps a given data directory. */
  stop(): Promise<void>;
}

/** The client configuration that a server writes for its controller manager. */
export const controllerConf = (dataDir: string): string => join(dataDir, 'controllers', 'controller-manager.conf');
