import type { Command } from 'commander';
import { collect } from '../command-line/global-options.js';
import { literalConfigMap, literalNamespace, literalSecret } from '../manifests/literal-objects.js';
import { locateObject } from '../manifests/locate-object.js';
import type { Manifest } from '../manifests/parse-manifest.js';
import { readManifests } from '../manifests/read-manifests.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';
import type { Output } from '../output.js';
import { allOptions, withSession } from './command-context.js';
import { addWriteOptions, dryRunNote, wishOf, writeOptions, type WriteFlags } from '../writing/write-flags.js';
import { showWritten } from '../writing/written-object.js';

interface CreateOptions extends WriteFlags {
  readonly filename?: readonly string[];
  readonly recursive?: boolean;
  readonly fromLiteral?: readonly string[];
  readonly type?: string;
}

/** Makes the objects to create out of the words behind the command and its options. */
type Read = (args: readonly string[], options: CreateOptions) => readonly Manifest[];

export function addCreate(program: Command, output: Output): void {
  const create = program
    .command('create')
    .description('create objects from files or standard input, or a few kinds by name')
    .option('-f, --filename <path>', 'file, directory or -; repeatable', collect)
    .option('-R, --recursive', 'directories with all below them')
    .argument('[kind...]', 'configmap, namespace, secret: see create KIND --help; all others with -f');
  runs(create, output, ([kind], { filename, recursive }) => {
    if (kind === undefined) return readManifests(filename, recursive ?? false);
    throw new UserError(
      `create ${kind}: only configmap, namespace and secret have a short form; write a file and use -f FILE`,
    );
  });
  const configMap = create.command('configmap').alias('cm').argument('<name>').description('create a ConfigMap');
  runs(literals(configMap), output, ([name = ''], { fromLiteral = [] }) => [literalConfigMap(name, fromLiteral)]);
  const namespace = create.command('namespace').alias('ns').argument('<name>').description('create a Namespace');
  runs(namespace, output, ([name = '']) => [literalNamespace(name)]);
  const secret = create.command('secret').description('create a Secret');
  const generic = secret.command('generic').argument('<name>').description('create a Secret from what is given');
  literals(generic).option('--type <type>', 'type of the Secret');
  runs(generic, output, ([name = ''], { fromLiteral = [], type }) => [literalSecret(name, fromLiteral, type)]);
}

function literals(command: Command): Command {
  const add = (literal: string, before: readonly string[] = []): readonly string[] => [...before, literal];
  return command.option('--from-literal <key=value>', 'an entry of its data; repeatable', add);
}

function runs(command: Command, output: Output, read: Read): void {
  addWriteOptions(command).action(async () => {
    const options = allOptions<CreateOptions>(command);
    const manifests = read(command.args, options);
    const wish = wishOf(options);
    await withSession(command, async (session) => {
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
