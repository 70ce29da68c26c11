import { join } from 'node:path';
import { Client, loadClientConfiguration } from '@orch/client';
import { vocabularies, type Vocabulary, type VocabularyName } from '@orch/vocabulary';
import { runOrch, type OrchProcess } from './orch-process.js';
import { temporaryDirectory } from './temporary-directory.js';

export interface ControlPlaneOptions {
  readonly vocabulary?: VocabularyName;
  /** `up` (default): with all controllers. `apiserver`: alone. */
  readonly command?: 'up' | 'apiserver';
  readonly flags?: readonly string[];
  /**
   * Whether pods need an account, and get its token. Default: with `up`. `apiserver` has no controllers that make accounts.
   */
  readonly serviceAccounts?: boolean;
  /** Default: a directory of its own, removed at the end. */
  readonly dataDir?: string;
}

/** A control plane in processes of its own, on a free port. */
export interface TestControlPlane {
  readonly vocabulary: Vocabulary;
  readonly url: string;
  readonly dataDir: string;
  readonly adminConf: string;
  readonly process: OrchProcess;
  /** A client with the administrator's certificate. */
  readonly client: Client;
  /** Ends it; the data directory stays when it was given. */
  stop(): Promise<void>;
}

export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<TestControlPlane> {
  const vocabulary = vocabularies[options.vocabulary ?? 'orch'];
  const own = options.dataDir === undefined ? await temporaryDirectory() : undefined;
  const dataDir = options.dataDir ?? own!.path;
  const withAccounts = options.serviceAccounts ?? (options.command ?? 'up') === 'up';
  const process = runOrch([
    options.command ?? 'up',
    '--secure-port=0',
    `--data-dir=${dataDir}`,
    `--vocabulary=${vocabulary.name}`,
    ...(withAccounts ? [] : ['--disable-admission-plugins=ServiceAccount']),
    ...(options.flags ?? []),
  ]);
  const url = await process.ready;
  const adminConf = join(dataDir, 'admin.conf');
  const client = clientFor(adminConf, vocabulary);
  return {
    vocabulary,
    url,
    dataDir,
    adminConf,
    process,
    client,
    stop: async () => {
      await client.close();
      await process.stop();
      await own?.remove();
    },
  };
}

/** A client by a configuration file. */
export const clientFor = (file: string, vocabulary: Vocabulary): Client =>
  new Client({ configuration: loadClientConfiguration({ file, vocabulary }), vocabulary });
