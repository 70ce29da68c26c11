import type { Command } from 'commander';
import type { Session } from '../connection/session.js';
import { locateObject } from '../manifests/locate-object.js';
import type { Manifest } from '../manifests/parse-manifest.js';
import type { Output } from '../output.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { addWriteOptions, dryRunNote, wishOf, writeOptions, type WriteFlags } from '../writing/write-flags.js';
import { showWritten } from '../writing/written-object.js';
import { allOptions, withSession } from './command-context.js';

/** Builds the objects to create from the arguments and options of the command. */
type Read<O> = (
  args: readonly string[],
  options: O,
  session: Session,
) => readonly Manifest[] | Promise<readonly Manifest[]>;

/** Makes a command create the objects that `read` returns. */
export type RunCreate = <O>(command: Command, read: Read<O>) => void;

export const createsWith =
  (output: Output): RunCreate =>
  <O>(command: Command, read: Read<O>) => {
    addWriteOptions(command).action(() => create(command, read, output));
  };

async function create<O>(command: Command, read: Read<O>, output: Output): Promise<void> {
  const options = allOptions<WriteFlags & O>(command);
  const wish = wishOf(options);
  await withSession(command, async (session) => {
    for (const manifest of await read(command.args, options, session)) {
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
}
