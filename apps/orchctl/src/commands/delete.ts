import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { DeleteOptions, HasMetadata } from '@orch/client';
import { parseDuration } from '@orch/process';
import type { Command } from 'commander';
import { collect } from '../command-line/global-options.js';
import type { Session } from '../connection/session.js';
import { locateObject } from '../manifests/locate-object.js';
import { readManifests } from '../manifests/read-manifests.js';
import { outputFormat } from '../printing/output-format.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { objectLabel, qualifiedName, type CatalogEntry } from '../resources/resource-catalog.js';
import { resolveTargets } from '../resources/targets.js';
import { UserError } from '../user-error.js';
import type { Output } from '../output.js';
import { allOptions, withSession } from './command-context.js';
import { waitUntilGone } from './wait-until-gone.js';

interface DeleteFlags {
  readonly filename?: readonly string[];
  readonly recursive?: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly all?: boolean;
  readonly allNamespaces?: boolean;
  readonly wait: boolean;
  readonly timeout: string;
  readonly gracePeriod?: string;
  readonly now?: boolean;
  readonly cascade: string;
  readonly ignoreNotFound?: boolean;
  readonly dryRun?: string;
  readonly output?: string;
}

/** One object to delete. */
interface DeletionTarget {
  readonly entry: CatalogEntry;
  readonly namespace: string;
  readonly name: string;
}

const CASCADES: Readonly<Record<string, DeleteOptions['propagationPolicy']>> = {
  background: 'Background',
  true: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
  false: 'Orphan',
};

export function addDelete(program: Command, output: Output): void {
  program
    .command('delete')
    .description('delete objects by file, by name or by selector')
    .argument('[targets...]', 'TYPE NAME..., TYPE/NAME..., or TYPE with -l or --all')
    .option('-f, --filename <path>', 'file, directory or -; repeatable', collect)
    .option('-R, --recursive', 'process directories recursively')
    .option('-l, --selector <labels>', 'label selector')
    .option('--field-selector <fields>', 'field selector')
    .option('--all', 'all objects of the type')
    .option('-A, --all-namespaces', 'in all namespaces')
    .option('--wait', 'wait until the objects are deleted', true)
    .option('--no-wait', 'do not wait until the objects are deleted')
    .option('--timeout <duration>', 'maximum wait; 0 means no limit', '0')
    .option('--grace-period <seconds>', 'grace period of the deletion')
    .option('--now', 'the same as --grace-period=1')
    .option('--cascade <how>', 'dependents: background, foreground or orphan', 'background')
    .option('--ignore-not-found', 'do not fail if an object does not exist')
    .option('--dry-run <where>', 'none or server')
    .option('-o, --output <format>', 'name')
    .action(async (args: string[], _options: unknown, command: Command) => {
      const flags = allOptions<DeleteFlags>(command);
      const format = outputFormat(flags.output, ['name']);
      const options = deleteOptions(flags);
      const timeoutMs = parseDuration(flags.timeout);
      if (timeoutMs === undefined) throw new UserError(`--timeout=${flags.timeout}: must be a duration such as 30s`);
      await withSession(command, async (session) => {
        const targets = await findTargets(session, args, flags);
        const bySelector = args.length > 0 && (flags.all === true || flags.selector !== undefined);
        const deleted: (DeletionTarget & { uid: string | undefined })[] = [];
        for (const object of targets) {
          const answer = await deleteOne(session, object, options, (flags.ignoreNotFound ?? false) || bySelector);
          if (!answer) continue;
          const sentence =
            format === 'name'
              ? objectLabel(object.entry, object.name)
              : `${qualifiedName(object.entry, object.entry.kind.toLowerCase())} "${object.name}" deleted`;
          output.out(`${sentence}${options.dryRun && format !== 'name' ? ' (server dry run)' : ''}\n`);
          deleted.push({ ...object, uid: answer.uid });
        }
        if (targets.length === 0) output.err('No resources found\n');
        if (!flags.wait || options.dryRun) return;
        for (const { entry, namespace, name, uid } of deleted) {
          await waitUntilGone(
            scoped(session, entry, namespace),
            { namespace: entry.namespaced ? namespace : '', name },
            uid,
            timeoutMs,
          );
        }
      });
    });
}

/** @throws UserError. */
function deleteOptions(flags: DeleteFlags): DeleteOptions {
  const propagationPolicy = Object.hasOwn(CASCADES, flags.cascade) ? CASCADES[flags.cascade] : undefined;
  if (!propagationPolicy) throw new UserError(`--cascade=${flags.cascade}: use background, foreground or orphan`);
  if (flags.dryRun !== undefined && flags.dryRun !== 'none' && flags.dryRun !== 'server') {
    throw new UserError(`--dry-run=${flags.dryRun}: use none or server`);
  }
  const seconds = flags.now ? '1' : flags.gracePeriod;
  if (seconds !== undefined && !/^-?\d+$/.test(seconds))
    throw new UserError('--grace-period must be a number of seconds');
  return {
    propagationPolicy,
    ...(seconds === undefined || Number(seconds) < 0 ? {} : { gracePeriodSeconds: Number(seconds) }),
    ...(flags.dryRun === 'server' ? { dryRun: true } : {}),
  };
}

async function findTargets(
  session: Session,
  args: readonly string[],
  flags: DeleteFlags,
): Promise<readonly DeletionTarget[]> {
  if (flags.filename) {
    if (args.length > 0) throw new UserError('name either files with -f or objects, not both');
    const targets: DeletionTarget[] = [];
    for (const manifest of readManifests(flags.filename, flags.recursive ?? false)) {
      const { entry, namespace, object } = await locateObject(session, manifest);
      if (!object.metadata.name) throw new UserError(`${manifest.source}: metadata.name is not set`);
      targets.push({ entry, namespace, name: object.metadata.name });
    }
    return targets;
  }
  const resources = await resolveTargets(session.catalog, args);
  const namespace = flags.allNamespaces ? '' : session.namespace;
  const selects = flags.all === true || flags.selector !== undefined || flags.fieldSelector !== undefined;
  const targets: DeletionTarget[] = [];
  for (const { entry, names } of resources) {
    if (names.length > 0 && selects) throw new UserError('name either objects or a selector, not both');
    if (names.length === 0 && !selects)
      throw new UserError('resource(s) were provided, but no name was specified: add names, -l or --all');
    targets.push(...names.map((name) => ({ entry, namespace, name })));
    if (names.length > 0) continue;
    const selectors = {
      ...(flags.selector === undefined ? {} : { labelSelector: flags.selector }),
      ...(flags.fieldSelector === undefined ? {} : { fieldSelector: flags.fieldSelector }),
    };
    for await (const object of scoped(session, entry, namespace).listAll(selectors)) {
      targets.push({ entry, namespace: object.metadata.namespace ?? '', name: object.metadata.name ?? '' });
    }
  }
  return targets;
}

/** @returns the uid of the deleted object; undefined when it was not found and that is ignored. */
async function deleteOne(
  session: Session,
  { entry, namespace, name }: DeletionTarget,
  options: DeleteOptions,
  ignoreNotFound: boolean,
): Promise<{ uid: string | undefined } | undefined> {
  try {
    const answer = await scoped(session, entry, namespace).delete(keyIn(entry, namespace, name), options);
    return { uid: uidOf(answer as ApiObject & HasMetadata) };
  } catch (error) {
    if (ignoreNotFound && error instanceof ApiError && error.reason === 'NotFound') return undefined;
    throw error;
  }
}

/** The response of a delete is the object, or a Status with its uid. */
function uidOf(answer: ApiObject): string | undefined {
  const details = answer['details'] as { readonly uid?: string } | undefined;
  return answer.kind === 'Status' ? details?.uid : answer.metadata.uid;
}
