import { apiVersionOf } from '@orch/apimachinery';
import type { Command } from 'commander';
import type { Output } from '../output.js';
import { outputFormat } from '../printing/output-format.js';
import { textTable } from '../printing/text-table.js';
import { qualifiedName, type CatalogEntry } from '../resources/resource-catalog.js';
import { collect } from '../command-line/global-options.js';
import { allOptions, withSession } from './command-context.js';

interface ApiResourcesOptions {
  readonly namespaced?: string | boolean;
  readonly apiGroup?: string;
  readonly verbs?: readonly string[];
  readonly headers: boolean;
  readonly output?: string;
}

export function addApiResources(program: Command, output: Output): void {
  program
    .command('api-resources')
    .description('list the API resources of the server')
    .option('--namespaced [boolean]', 'only namespaced resources, or only cluster-scoped ones')
    .option('--api-group <group>', 'only resources of this API group')
    .option('--verbs <verbs>', 'only resources that support these verbs', collect)
    .option('--no-headers', 'omit the headers')
    .option('-o, --output <format>', 'wide or name')
    .action(async (_options: unknown, command: Command) => {
      const options = allOptions<ApiResourcesOptions>(command);
      const format = outputFormat(options.output, ['wide', 'name']);
      await withSession(command, async (session) => {
        const entries = (await session.catalog.all()).filter((entry) => entry.preferred && isWanted(entry, options));
        if (format === 'name') {
          output.out(entries.map((entry) => `${qualifiedName(entry, entry.resource)}\n`).join(''));
          return;
        }
        const wide = format === 'wide';
        const header = [
          'NAME',
          'SHORTNAMES',
          'APIVERSION',
          'NAMESPACED',
          'KIND',
          ...(wide ? ['VERBS', 'CATEGORIES'] : []),
        ];
        const rows = entries.map((entry) => [
          entry.resource,
          entry.shortNames.join(','),
          apiVersionOf(entry),
          String(entry.namespaced),
          entry.kind,
          ...(wide ? [entry.verbs.join(','), entry.categories.join(',')] : []),
        ]);
        output.out(textTable(options.headers ? header : undefined, rows));
      });
    });
}

export function addApiVersions(program: Command, output: Output): void {
  program
    .command('api-versions')
    .description('list the API versions of the server, as group/version')
    .action(async (_options: unknown, command: Command) => {
      await withSession(command, async ({ client }) => {
        const [core, groups] = await Promise.all([client.discovery.coreVersions(), client.discovery.groups()]);
        const named = groups.flatMap((group) => (group.versions ?? []).map((version) => version.groupVersion));
        output.out(
          [...core, ...named]
            .sort()
            .map((version) => `${version}\n`)
            .join(''),
        );
      });
    });
}

function isWanted(entry: CatalogEntry, options: ApiResourcesOptions): boolean {
  const namespaced = options.namespaced === undefined ? undefined : String(options.namespaced) === 'true';
  return (
    (namespaced === undefined || entry.namespaced === namespaced) &&
    (options.apiGroup === undefined || entry.group === options.apiGroup) &&
    (options.verbs ?? []).every((verb) => entry.verbs.includes(verb))
  );
}
