import { Client, loadClientConfiguration } from '@orch/client';
import { vocabularies, type Vocabulary, type VocabularyName } from '@orch/vocabulary';
import type { OrchProcess } from '../process/orch-process.js';
import { temporaryDirectory } from '../temporary-directory.js';
import { giveTokenKey } from '../token-key.js';
import type { PlaneCommand, PlaneParts } from './plane-parts.js';
import { startEmbedded } from './start-embedded.js';
import { startOnRedis } from './start-on-redis.js';

export interface ControlPlaneOptions {
  readonly vocabulary?: VocabularyName;
  /** Default: `managed`. */
  readonly command?: PlaneCommand;
  /** Of the API server. */
  readonly flags?: readonly string[];
  /** Of the controllers. */
  readonly controllerFlags?: readonly string[];
  /**
   * Whether pods need a service account, and get its token. Default: with controllers. `apiserver` has no controller that creates
   * service accounts.
   */
  readonly serviceAccounts?: boolean;
  /** Default: a temporary directory, removed at the end. */
  readonly dataDir?: string;
  /**
   * `embedded`: one API server on its own store. `redis`: two on one Redis behind a balancer, the controllers in another
   * process. Default: ORCH_TEST_STORAGE, else `embedded`.
   */
  readonly storage?: 'embedded' | 'redis';
}

/** A control plane in separate processes, on a free port. */
export interface TestControlPlane extends PlaneParts {
  readonly vocabulary: Vocabulary;
  /** Of the first server. */
  readonly dataDir: string;
  /** The process with all flags; of several servers the first. */
  readonly process: OrchProcess;
  /** A client with the administrator's certificate. */
  readonly client: Client;
}

export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<TestControlPlane> {
  const vocabulary = vocabularies[options.vocabulary ?? 'orch'];
  const own = options.dataDir === undefined ? await temporaryDirectory() : undefined;
  const dataDir = options.dataDir ?? own!.path;
  const command = options.command ?? 'managed';
  const withAccounts = options.serviceAccounts ?? command !== 'apiserver';
  const order = {
    command,
    dataDir,
    vocabulary: vocabulary.name,
    flags: [...(withAccounts ? [] : ['--disable-admission-plugins=ServiceAccount']), ...(options.flags ?? [])],
    controllerFlags: options.controllerFlags ?? [],
  };
  const storage = options.storage ?? (process.env['ORCH_TEST_STORAGE'] === 'redis' ? 'redis' : 'embedded');
  // Servers on one Redis share a key through the store.
  if (own && storage === 'embedded') await giveTokenKey(dataDir);
  const starting = storage === 'redis' ? startOnRedis(order) : startEmbedded(order);
  const parts = await starting.catch(async (error: unknown) => {
    await own?.remove();
    throw error;
  });
  const client = clientFor(parts.adminConf, vocabulary);
  return {
    ...parts,
    vocabulary,
    dataDir,
    process: parts.servers[0]!.process,
    client,
    stop: async () => {
      await client.close();
      await parts.stop();
      await own?.remove();
    },
  };
}

/** A client from a kubeconfig file. */
export const clientFor = (file: string, vocabulary: Vocabulary): Client =>
  new Client({ configuration: loadClientConfiguration({ file, vocabulary }), vocabulary });
