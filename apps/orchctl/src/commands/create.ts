import type { Command } from 'commander';
import { collect } from '../command-line/global-options.js';
import { locateObject } from '../manifests/locate-object.js';
import { readManifests } from '../manifests/read-manifests.js';
import { objectLabel } from '../resources/resource-catalog.js';
import type { Output } from '../output.js';
import { allOptions, withSession } from './command-context.js';
import { addWriteOptions, dryRunNote, wishOf, writeOptions, type WriteFlags } from '../writing/write-flags.js';
import { showWritten } from '../writing/written-object.js';

interface CreateOptions extends WriteFlags {
  readonly filename?: readonly string[];
  readonly recursive?: boolean;
}

export function addCreate(program: Command, output: Output): void {
  const command = program
    .command('create')
    .description('create objects from files or standard input')
    .option('-f, --filename <path>', 'file, directory or -; repeatable', collect)
    .option('-R, --recursive', 'directories with all below them');
  addWriteOptions(command).action(async (_options: unknown, self: Command) => {
    const options = allOptions<CreateOptions>(self);
    const wish = wishOf(options);
    const manifests = readManifests(options.filename, options.recursive ?? false);
    await withSession(self, async (session) => {
      for (const manifest of manifests) {
        const located = await locateObject(session, manifest);
        const created =
          wish.dryRun === 'client'
            ? located.object
            : await located.resource.create(
                located.object,
                writeOptions(wish, `${session.vocabulary.client.commandLine}-create`),
              );
        const name = created.metadata.name ?? located.object.metadata.generateName ?? '';
        showWritten(created, `${objectLabel(located.entry, name)} created${dryRunNote(wish)}`, wish, output);
      }
    });
  });
}
