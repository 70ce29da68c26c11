import type { Command } from 'commander';
import { planReconcile, type ReconcilePlan, type ReconcileWish } from '../access/plan-reconcile.js';
import type { RightsObject, Subject } from '../access/rights-object.js';
import { collect } from '../command-line/global-options.js';
import type { Session } from '../connection/session.js';
import { locateObject, type LocatedObject } from '../manifests/locate-object.js';
import { readManifests } from '../manifests/read-manifests.js';
import type { Output } from '../output.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import { dryRunNote, wishOf, type WriteFlags, type WriteWish } from '../writing/write-flags.js';
import { showWritten } from '../writing/written-object.js';
import { allOptions, withSession } from './command-context.js';

interface ReconcileOptions extends WriteFlags {
  readonly filename?: readonly string[];
  readonly recursive?: boolean;
  readonly removeExtraPermissions?: boolean;
  readonly removeExtraSubjects?: boolean;
}

const KINDS: ReadonlySet<string> = new Set(['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']);

export function addReconcile(auth: Command, output: Output): void {
  auth
    .command('reconcile')
    .description('reconcile roles and bindings with files: add missing rules and subjects')
    .option('-f, --filename <path>', 'file, directory or -; repeatable', collect)
    .option('-R, --recursive', 'process directories recursively')
    .option('--remove-extra-permissions', 'remove rules that the file does not have')
    .option('--remove-extra-subjects', 'remove subjects that the file does not have')
    .option('--dry-run [where]', 'none, client or server: do not store anything')
    .option('-o, --output <format>', 'json, yaml, name, jsonpath=TEMPLATE or custom-columns=HEADER:PATH,...')
    .action(async (_options: unknown, command: Command) => {
      const options = allOptions<ReconcileOptions>(command);
      const dryRun = options.dryRun === true ? 'client' : (options.dryRun ?? 'none');
      const wish = wishOf({ ...options, dryRun, validate: 'strict' });
      const manifests = readManifests(options.filename, options.recursive ?? false);
      await withSession(command, async (session) => {
        const how: ReconcileWish = {
          removeExtraPermissions: options.removeExtraPermissions ?? false,
          removeExtraSubjects: options.removeExtraSubjects ?? false,
          protection: session.vocabulary.annotations.roleAutoUpdate,
        };
        for (const manifest of manifests) {
          const located = await locateObject(session, manifest);
          if (located.entry.group !== session.vocabulary.groups.rbac || !KINDS.has(located.entry.kind)) {
            output.err(
              `skipped ${objectLabel(located.entry, located.object.metadata.name ?? '')}: no role or binding\n`,
            );
            continue;
          }
          await reconcile(session, located, how, wish, output);
        }
      });
    });
}

async function reconcile(
  session: Session,
  { entry, object, namespace, resource }: LocatedObject,
  how: ReconcileWish,
  wish: WriteWish,
  output: Output,
): Promise<void> {
  const { name } = object.metadata;
  if (!name) throw new UserError(`${entry.kind}: metadata.name is not set`);
  const key = { name, namespace };
  const wanted = object as RightsObject;
  const existing = (await resource.find(key)) as RightsObject | undefined;
  const plan = planReconcile(wanted, existing, how);
  if (wish.dryRun !== 'client') {
    const write = {
      fieldManager: `${session.vocabulary.client.commandLine}-reconcile`,
      ...(wish.dryRun === 'server' ? { dryRun: true } : {}),
    };
    // A dry run deletes nothing, so the create that would follow cannot be tested.
    if (plan.action === 'recreate' && wish.dryRun === 'none') await resource.delete(key);
    if (plan.action === 'create' || (plan.action === 'recreate' && wish.dryRun === 'none')) {
      await resource.create(plan.object, write);
    }
    if (plan.action === 'update') await resource.replace(plan.object, write);
  }
  const label = objectLabel(entry, name);
  showWritten(
    plan.object,
    [`${label} ${result(plan)}${dryRunNote(wish)}`, ...changeLines(plan, how)].join('\n'),
    wish,
    output,
  );
}

function result({ action }: ReconcilePlan): string {
  if (action === 'protected') return 'left as it is: it is protected';
  return action === 'none' ? 'reconciled, nothing to do' : `reconciled, ${action}d`;
}

/** Output lines: what was added, and what the object has beyond the file. */
function changeLines({ added, extra }: ReconcilePlan, how: ReconcileWish): readonly string[] {
  const lines = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`\t${title}:`, ...texts.map((text) => `\t\t${text}`)];
  const rules = (list: ReconcilePlan['added']['rules']) => list.map((rule) => JSON.stringify(rule));
  const removed = (removes: boolean) => (removes ? 'removed' : 'left');
  return [
    ...lines('missing rules added', rules(added.rules)),
    ...lines(`extra rules ${removed(how.removeExtraPermissions)}`, rules(extra.rules)),
    ...lines('missing subjects added', added.subjects.map(subjectText)),
    ...lines(`extra subjects ${removed(how.removeExtraSubjects)}`, extra.subjects.map(subjectText)),
  ];
}

const subjectText = ({ kind, namespace, name }: Subject): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
