import { join } from 'node:path';
import { ApiError } from '@orch/apimachinery';
import {
  Client,
  ConfigurationError,
  loadClientConfiguration,
  RewriteError,
  rewriteObjects,
  TransportError,
  type RewriteCounts,
} from '@orch/client';
import { flagGroup, processFlags, UserFacingError, UsageError, type FlagValues } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { runStoreCommand, type Say } from '../store-commands/run-store-command.js';
import { readStoreCommandLine } from '../store-commands/store-command-line.js';
import { migratedResource } from './migrated-resource.js';

const head = {
  command: 'orch storage migrate',
  summary:
    'Writes all objects of a RESOURCE (PLURAL.GROUP) again through its API server, so that they are stored in the storage version of today; then the others can be removed from status.storedVersions of its definition. Prints the counts of each page; an interrupted run goes on with --continue.',
  argument: 'RESOURCE',
};

type DataDirFlag = Extract<(typeof processFlags)['flags'][number], { readonly name: 'data-dir' }>;
type VocabularyFlag = Extract<(typeof processFlags)['flags'][number], { readonly name: 'vocabulary' }>;
const dataDirFlag = processFlags.flags.find(({ name }) => name === 'data-dir') as DataDirFlag;
const vocabularyFlag = processFlags.flags.find(({ name }) => name === 'vocabulary') as VocabularyFlag;

const flags = [
  flagGroup('Server', [
    {
      name: 'orchconfig',
      type: 'string',
      default: undefined,
      help: 'Client configuration file. Default: that of the environment, then admin.conf in the data directory.',
    },
    dataDirFlag,
    vocabularyFlag,
  ]),
  flagGroup('Migration', [
    { name: 'page-size', type: 'int', default: 500, min: 1, max: 10_000, help: 'Objects listed at once.' },
    { name: 'concurrency', type: 'int', default: 8, min: 1, max: 256, help: 'Concurrent writes.' },
    { name: 'continue', type: 'string', default: undefined, help: 'Where to go on: printed by an earlier run.' },
  ]),
] as const;

/** `orch storage migrate RESOURCE`. */
export function storage(argv: readonly string[]): void {
  const [what, ...rest] = argv;
  runStoreCommand(head.command, async (say) => {
    if (what !== 'migrate' && what !== '--help' && what !== '-h')
      throw new UsageError('write: orch storage migrate [flags] RESOURCE');
    const line = readStoreCommandLine(head, flags, what === 'migrate' ? rest : argv);
    if (line.help !== undefined) return line.help;
    return migrate(line.values, line.argument, say);
  });
}

async function migrate(values: FlagValues<typeof flags>, name: string, say: Say): Promise<string> {
  const client = openClient(values);
  try {
    const resource = await migratedResource(client, name);
    const counts = await rewriteObjects(client, resource, {
      pageSize: values['page-size'],
      concurrency: values.concurrency,
      continueToken: values.continue,
      onPage: (soFar, token) => say(`${countsText(soFar)}${token === undefined ? '' : `; --continue=${token}`}`),
    });
    return `${name}: ${countsText(counts)}; all objects are stored in the storage version\n`;
  } catch (error) {
    const isExpected = [RewriteError, ApiError, TransportError, ConfigurationError].some(
      (kind) => error instanceof kind,
    );
    if (isExpected) throw new UserFacingError((error as Error).message, { cause: error });
    throw error;
  } finally {
    await client.close();
  }
}

function openClient(values: FlagValues<typeof flags>): Client {
  const vocabulary = vocabularies[values.vocabulary];
  try {
    const configuration = loadClientConfiguration({
      vocabulary,
      fallbackFiles: [join(values['data-dir'], 'admin.conf')],
      ...(values.orchconfig === undefined ? {} : { file: values.orchconfig }),
    });
    return new Client({ configuration, vocabulary, userAgent: `${vocabulary.product}-storage-migrate` });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UserFacingError(error.message, { cause: error });
  }
}

const countsText = ({ rewritten, unchanged, changed, deleted }: RewriteCounts): string =>
  `${rewritten} rewritten, ${unchanged} unchanged, ${changed} changed by others, ${deleted} deleted`;
