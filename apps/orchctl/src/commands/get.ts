import type { Command } from 'commander';
import { parseRelaxedPath } from '../json-path/parse-path.js';
import { DESCRIBED_FORMATS, describedPrinter } from '../printing/object-printer.js';
import { outputFormat } from '../printing/output-format.js';
import { resolveTargets } from '../resources/targets.js';
import { UserError } from '../user-error.js';
import type { Output } from '../output.js';
import type { Session } from '../connection/session.js';
import { allOptions, withSession } from './command-context.js';
import type { GetQuery } from './get-query.js';
import { getObjects } from './get-objects.js';
import { getTables } from './get-tables.js';
import { watchTables } from './get-watch.js';

interface GetOptions {
  readonly output?: string;
  readonly watch?: boolean;
  readonly watchOnly?: boolean;
  readonly allNamespaces?: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly headers: boolean;
  readonly showLabels?: boolean;
  readonly showManagedFields?: boolean;
  readonly ignoreNotFound?: boolean;
  readonly chunkSize: string;
  readonly raw?: string;
  readonly sortBy?: string;
}

export function addGet(program: Command, output: Output): void {
  program
    .command('get')
    .description('display one or many objects')
    .argument('[targets...]', 'TYPE [NAME...], TYPE/NAME..., or TYPE,TYPE')
    .option('-o, --output <format>', 'json, yaml, name, wide, jsonpath=TEMPLATE or custom-columns=HEADER:PATH,...')
    .option('-w, --watch', 'after the objects, watch for changes')
    .option('--watch-only', 'watch for changes without listing the objects first')
    .option('-A, --all-namespaces', 'in all namespaces')
    .option('-l, --selector <labels>', 'label selector')
    .option('--field-selector <fields>', 'field selector')
    .option('--sort-by <path>', 'order by a field, such as .metadata.creationTimestamp')
    .option('--no-headers', 'omit the headers')
    .option('--show-labels', 'a last column with the labels')
    .option('--show-managed-fields', 'keep managedFields in json and yaml')
    .option('--ignore-not-found', 'do not fail if an object does not exist')
    .option('--raw <path>', 'request a raw path and print the response')
    .option('--chunk-size <count>', 'maximum number of objects in one response; 0 means all', '500')
    .action((args: string[], _options: unknown, command: Command) => get(args, command, output));
}

async function get(args: readonly string[], command: Command, output: Output): Promise<void> {
  const options = allOptions<GetOptions>(command);
  const printer = describedPrinter(options.output, options.headers);
  const format = printer ? 'json' : outputFormat(options.output, ['json', 'yaml', 'name', 'wide'], DESCRIBED_FORMATS);
  const watches = options.watch || options.watchOnly;
  if (watches && (printer || options.sortBy !== undefined))
    throw new UserError('a watch shows objects one by one: leave out --sort-by, and take -o json, yaml, name or wide');
  const limit = Number(options.chunkSize);
  if (!Number.isSafeInteger(limit) || limit < 0) throw new UserError('--chunk-size must be a whole number');
  await withSession(command, async (session) => {
    if (options.raw !== undefined) return getRaw(options.raw, session, output);
    const targets = await resolveTargets(session.catalog, args);
    const query: GetQuery = {
      targets,
      namespace: options.allNamespaces ? '' : session.namespace,
      labelSelector: options.selector,
      fieldSelector: options.fieldSelector,
      limit,
      ignoreNotFound: options.ignoreNotFound ?? false,
      view: {
        wide: format === 'wide',
        namespaces: options.allNamespaces ?? false,
        labels: options.showLabels ?? false,
      },
      header: options.headers,
      sortBy: options.sortBy === undefined ? undefined : parseRelaxedPath(options.sortBy),
    };
    refuseNamesWithSelectors(query, options.allNamespaces ?? false);
    if (watches) return watchTables(session, query, options.watchOnly ?? false, format, output);
    if (format === 'table' || format === 'wide') return getTables(session, query, output);
    const managedFields = options.showManagedFields ?? printer !== undefined;
    await getObjects(session, query, { format: printer ?? format, managedFields }, output);
  });
}

async function getRaw(path: string, { client }: Session, output: Output): Promise<void> {
  if (!path.startsWith('/')) throw new UserError('--raw must be a path, such as /version');
  output.raw(await client.text({ method: 'GET', path }));
}

function refuseNamesWithSelectors(query: GetQuery, allNamespaces: boolean): void {
  if (query.targets.every((target) => target.names.length === 0)) return;
  if (query.labelSelector !== undefined) throw new UserError('name cannot be provided when a selector is specified');
  if (query.fieldSelector !== undefined)
    throw new UserError('name cannot be provided when a field selector is specified');
  if (allNamespaces && query.targets.some((target) => target.entry.namespaced)) {
    throw new UserError('a resource cannot be retrieved by name across all namespaces');
  }
}
