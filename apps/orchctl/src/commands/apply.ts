import type { Command } from 'commander';
import { applyClientSide, NO_NAME, type ApplyOutcome } from '../apply/apply-client-side.js';
import { collect } from '../command-line/global-options.js';
import type { Session } from '../connection/session.js';
import { locateObject, type LocatedObject } from '../manifests/locate-object.js';
import { readManifests } from '../manifests/read-manifests.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import type { Output } from '../output.js';
import { allOptions, withSession } from './command-context.js';
import {
  addWriteOptions,
  dryRunNote,
  wishOf,
  writeOptions,
  type WriteFlags,
  type WriteWish,
} from '../writing/write-flags.js';
import { showWritten } from '../writing/written-object.js';

interface ApplyOptions extends WriteFlags {
  readonly filename?: readonly string[];
  readonly recursive?: boolean;
  readonly serverSide?: boolean;
  readonly forceConflicts?: boolean;
}

export function addApply(program: Command, output: Output): void {
  const command = program
    .command('apply')
    .description('apply a configuration from files: create or update objects')
    .option('-f, --filename <path>', 'file, directory or -; repeatable', collect)
    .option('-R, --recursive', 'process directories recursively')
    .option('--server-side', 'use server-side apply')
    .option('--force-conflicts', 'with --server-side: take over fields of other managers');
  addWriteOptions(command).action(async (_options: unknown, self: Command) => {
    const options = allOptions<ApplyOptions>(self);
    const wish = wishOf(options);
    if (options.forceConflicts && !options.serverSide) throw new UserError('--force-conflicts needs --server-side');
    const manifests = readManifests(options.filename, options.recursive ?? false);
    await withSession(self, async (session) => {
      for (const manifest of manifests) {
        const located = await locateObject(session, manifest);
        const outcome = options.serverSide
          ? await applyServerSide(session, located, wish, options.forceConflicts ?? false)
          : await applyClientSide(session.vocabulary, located, wish);
        const label = objectLabel(located.entry, outcome.object.metadata.name ?? '');
        showWritten(outcome.object, `${label} ${outcome.verb}${dryRunNote(wish)}`, wish, output);
      }
    });
  });
}

async function applyServerSide(
  session: Session,
  located: LocatedObject,
  wish: WriteWish,
  force: boolean,
): Promise<ApplyOutcome> {
  if (wish.dryRun === 'client')
    throw new UserError('--dry-run=client does not go with --server-side: use --dry-run=server');
  if (!located.object.metadata.name) throw new UserError(NO_NAME);
  const options = { ...writeOptions(wish, session.vocabulary.client.commandLine), force };
  return { object: await located.resource.apply(located.object, options), verb: 'serverside-applied' };
}
