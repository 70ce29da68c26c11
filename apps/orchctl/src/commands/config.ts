import { readConfigFiles, type ConfigFile } from '@orch/client';
import { vocabularyByName } from '@orch/vocabulary';
import type { Command } from 'commander';
import type { GlobalOptions } from '../command-line/global-options.js';
import { configDocument } from '../connection/config-document.js';
import type { Output } from '../output.js';
import { objectText } from '../printing/object-output.js';
import { outputFormat } from '../printing/output-format.js';
import { textTable } from '../printing/text-table.js';
import { UserError } from '../user-error.js';
import { allOptions } from './command-context.js';
import { exportPkcs12, type ExportOptions } from './export-pkcs12.js';

interface ViewOptions {
  readonly raw?: boolean;
  readonly minify?: boolean;
  readonly output?: string;
}

/** Shows and exports the client configuration without calling a server. */
export function addConfig(program: Command, output: Output): void {
  const config = program.command('config').description('show or export the client configuration');
  config
    .command('view')
    .description('the merged configuration, without its secrets')
    .option('--raw', 'with secrets and certificates')
    .option('--minify', 'only what the current context uses')
    .option('-o, --output <format>', 'yaml or json', 'yaml')
    .action((_options: unknown, command: Command) => {
      const options = allOptions<ViewOptions>(command);
      const format = outputFormat(options.output, ['yaml', 'json']);
      const file = read(options);
      const shown = options.minify ? minified(file, options.context) : file;
      output.raw(objectText(configDocument(shown, options.raw ?? false), format === 'json' ? 'json' : 'yaml'));
    });
  config
    .command('current-context')
    .description('the name of the current context')
    .action((_options: unknown, command: Command) => {
      const { currentContext } = read(allOptions(command));
      if (currentContext === undefined) throw new UserError('current-context is not set');
      output.out(`${currentContext}\n`);
    });
  config
    .command('export-pkcs12 <file>')
    .description('the client certificate and key of a context as a PKCS#12 file, for browsers')
    .option('--password-file <file>', 'file with the password; default: one is made and printed')
    .option('--legacy', '3DES and SHA-1, for key stores that do not read AES and SHA-256')
    .action(async (path: string, _options: unknown, command: Command) => {
      const options = allOptions<ExportOptions & GlobalOptions>(command);
      const password = await exportPkcs12(read(options), path, options);
      output.out(`${path} written${password === undefined ? '' : `, password: ${password}`}\n`);
    });
  config
    .command('get-contexts')
    .description('all contexts')
    .action((_options: unknown, command: Command) => {
      const { contexts, currentContext } = read(allOptions(command));
      const rows = contexts.map(({ name, entry }) => [
        name === currentContext ? '*' : '',
        name,
        entry.cluster ?? '',
        entry.user ?? '',
        entry.namespace ?? '',
      ]);
      output.out(textTable(['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE'], rows));
    });
}

function read(options: GlobalOptions): ConfigFile {
  const vocabulary = vocabularyByName(options.vocabulary);
  const file = options.orchconfig === undefined ? {} : { file: options.orchconfig };
  return readConfigFiles({ vocabulary, ...file }) ?? { clusters: [], users: [], contexts: [] };
}

function minified(file: ConfigFile, contextName: string | undefined): ConfigFile {
  const name = contextName ?? file.currentContext;
  const context = file.contexts.find((candidate) => candidate.name === name);
  if (!context) throw new UserError(`context "${name ?? ''}" does not exist`);
  return {
    clusters: file.clusters.filter((cluster) => cluster.name === context.entry.cluster),
    users: file.users.filter((user) => user.name === context.entry.user),
    contexts: [context],
    currentContext: context.name,
  };
}
