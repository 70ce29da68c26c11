import type { HasMetadata } from '@orch/client';
import { parseDuration } from '@orch/process';
import type { Command } from 'commander';
import type { Session } from '../connection/session.js';
import type { Output } from '../output.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { objectLabel, qualifiedName, type CatalogEntry } from '../resources/resource-catalog.js';
import { resolveTargets } from '../resources/targets.js';
import { UserError } from '../user-error.js';
import { allOptions, withSession } from './command-context.js';
import { parseCondition, type Condition } from './wait-condition.js';
import { waitUntil } from './wait-until.js';
import { waitUntilGone } from './wait-until-gone.js';

interface WaitFlags {
  readonly for?: string;
  readonly timeout: string;
  readonly selector?: string;
  readonly all?: boolean;
}

type Wish = 'create' | 'delete' | Condition;

export function addWait(program: Command, output: Output): void {
  program
    .command('wait')
    .description('wait until objects exist, are deleted, or meet a condition')
    .argument('<targets...>', 'TYPE NAME..., TYPE/NAME..., or TYPE with -l or --all')
    .option('--for <wish>', 'create, delete, condition=TYPE[=STATUS] or jsonpath={PATH}[=VALUE]')
    .option('--timeout <duration>', 'maximum wait for each object; 0 means no limit', '30s')
    .option('-l, --selector <labels>', 'label selector')
    .option('--all', 'all objects of the type')
    .action(async (args: string[], _options: unknown, command: Command) => {
      const flags = allOptions<WaitFlags>(command);
      const wish = wishOf(flags.for);
      const timeoutMs = parseDuration(flags.timeout);
      if (timeoutMs === undefined) throw new UserError(`--timeout=${flags.timeout}: must be a duration such as 30s`);
      await withSession(command, async (session) => {
        for (const { entry, names } of await resolveTargets(session.catalog, args)) {
          for (const name of await namesOf(session, entry, names, flags)) {
            await waitFor(session, entry, name, wish, timeoutMs);
            output.out(`${objectLabel(entry, name)} condition met\n`);
          }
        }
      });
    });
}

/** @throws UserError. */
function wishOf(text: string | undefined): Wish {
  if (text === undefined) throw new UserError('say what to wait for, such as --for=delete or --for=condition=Ready');
  return text === 'create' || text === 'delete' ? text : parseCondition(text);
}

async function namesOf(
  session: Session,
  entry: CatalogEntry,
  names: readonly string[],
  { selector, all }: WaitFlags,
): Promise<readonly string[]> {
  const selects = selector !== undefined || all === true;
  if (names.length > 0 === selects) throw new UserError('name either objects, or a selector with -l or --all');
  if (names.length > 0) return names;
  const found: string[] = [];
  const options = selector === undefined ? {} : { labelSelector: selector };
  for await (const { metadata } of scoped(session, entry, session.namespace).listAll(options)) {
    found.push(metadata.name ?? '');
  }
  if (found.length === 0) throw new UserError('no matching resources found');
  return found;
}

/** @throws ApiError NotFound when the object does not exist; UserError on a timeout. */
async function waitFor(
  session: Session,
  entry: CatalogEntry,
  name: string,
  wish: Wish,
  timeoutMs: number,
): Promise<void> {
  const resource = scoped(session, entry, session.namespace);
  const key = keyIn(entry, session.namespace, name);
  const late = `timed out waiting for the condition on ${qualifiedName(entry, entry.resource)}/${name}`;
  if (wish === 'delete') {
    const existing = await resource.find(key);
    if (existing) await waitUntilGone(resource, key, existing.metadata.uid, timeoutMs);
    return;
  }
  if (wish !== 'create') await resource.get(key); // fails immediately when the object does not exist
  const isMet = (object: HasMetadata | undefined): boolean =>
    object !== undefined && (wish === 'create' || wish(object));
  await waitUntil(resource, key, isMet, timeoutMs, late);
}
