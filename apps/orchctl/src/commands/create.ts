import type { Command, CommanderError } from 'commander';
import { collect } from '../command-line/global-options.js';
import { literalConfigMap, literalNamespace, literalSecret } from '../manifests/literal-objects.js';
import { readManifests } from '../manifests/read-manifests.js';
import { UserError } from '../user-error.js';
import type { Output } from '../output.js';
import { createsWith } from './create-objects.js';
import { addCreateRights } from './create-rights.js';
import { addCreateToken } from './create-token.js';
import type { WriteFlags } from '../writing/write-flags.js';

const SHORT_FORMS = [
  'clusterrole', 'clusterrolebinding', 'configmap', 'namespace', 'role', 'rolebinding', 'secret', 'serviceaccount', 'token',
]; // prettier-ignore

interface CreateOptions extends WriteFlags {
  readonly filename?: readonly string[];
  readonly recursive?: boolean;
  readonly fromLiteral?: readonly string[];
  readonly type?: string;
}

export function addCreate(program: Command, output: Output): void {
  const create = program
    .command('create')
    .description('create objects from files or standard input, or a few kinds by name')
    .option('-f, --filename <path>', 'file, directory or -; repeatable', collect)
    .option('-R, --recursive', 'process directories recursively')
    .argument('[kind...]', `${SHORT_FORMS.join(', ')}: see create KIND --help; all others with -f`);
  const runs = createsWith(output);
  runs(create, ([kind], { filename, recursive }: CreateOptions) => {
    if (kind === undefined) return readManifests(filename, recursive ?? false);
    throw noShortForm(kind);
  });
  const configMap = create.command('configmap').alias('cm').argument('<name>').description('create a ConfigMap');
  runs(literals(configMap), ([name = ''], { fromLiteral = [] }: CreateOptions) => [
    literalConfigMap(name, fromLiteral),
  ]);
  const namespace = create.command('namespace').alias('ns').argument('<name>').description('create a Namespace');
  runs(namespace, ([name = '']) => [literalNamespace(name)]);
  const secret = create.command('secret').description('create a Secret');
  const generic = secret.command('generic').argument('<name>').description('create a Secret from literal values');
  literals(generic).option('--type <type>', 'type of the Secret');
  runs(generic, ([name = ''], { fromLiteral = [], type }: CreateOptions) => [literalSecret(name, fromLiteral, type)]);
  addCreateRights(create, runs);
  addCreateToken(create, output);
  secret.exitOverride((error) => {
    throw error.code === 'commander.unknownCommand' ? noShortFormOfSecret(secret.args[0]!) : error;
  });
  create.exitOverride((error) => {
    throw isOptionOfOtherKind(error, create) ? noShortForm(create.args[0]!) : error;
  });
}

const noShortForm = (kind: string): UserError =>
  new UserError(`create ${kind}: only ${SHORT_FORMS.join(', ')} have a short form; write a file and use -f FILE`);

const noShortFormOfSecret = (type: string): UserError =>
  new UserError(`create secret ${type}: only generic has a short form; write a file and use -f FILE`);

/** Options are unknown because the kind before them has no short form. */
const isOptionOfOtherKind = ({ code }: CommanderError, { args: [kind] }: Command): boolean =>
  code === 'commander.unknownOption' && kind !== undefined && !kind.startsWith('-');

function literals(command: Command): Command {
  const add = (literal: string, before: readonly string[] = []): readonly string[] => [...before, literal];
  return command.option('--from-literal <key=value>', 'an entry of its data; repeatable', add);
}
