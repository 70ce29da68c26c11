import { ApiError, createMergePatch } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import type { Command } from 'commander';
import type { Session } from '../connection/session.js';
import { editText, RefusedText, type EditOutcome } from '../editing/edit-text.js';
import { userEditor } from '../editing/editor.js';
import { parseManifest } from '../manifests/parse-manifest.js';
import type { Output } from '../output.js';
import { objectText, withoutManagedFields } from '../printing/object-output.js';
import { outputFormat } from '../printing/output-format.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { objectLabel, type CatalogEntry } from '../resources/resource-catalog.js';
import { resolveTargets } from '../resources/targets.js';
import { UserError } from '../user-error.js';
import { allOptions, withSession } from './command-context.js';

interface EditOptions {
  readonly output: string;
  readonly subresource?: string;
  readonly fieldManager?: string;
}

export function addEdit(program: Command, output: Output): void {
  program
    .command('edit')
    .description('change objects in your editor: that of the environment, else vi')
    .argument('<targets...>', 'TYPE NAME... or TYPE/NAME...')
    .option('-o, --output <format>', 'yaml or json, in the editor', 'yaml')
    .option('--subresource <name>', 'such as status')
    .option('--field-manager <name>', 'field manager of the write')
    .action(async (args: string[], _options: unknown, command: Command) => {
      const options = allOptions<EditOptions>(command);
      await withSession(command, async (session) => {
        for (const { entry, names } of await resolveTargets(session.catalog, args)) {
          if (names.length === 0) throw new UserError('edit needs the names of objects');
          for (const name of names) report(await editObject(session, entry, name, options), entry, name, output);
        }
      });
    });
}

function report(outcome: EditOutcome, entry: CatalogEntry, name: string, output: Output): void {
  if (outcome === 'saved') output.out(`${objectLabel(entry, name)} edited\n`);
  else if (outcome === 'empty') output.err('Edit cancelled, saved file was empty.\n');
  else output.err('Edit cancelled, no changes made.\n');
}

async function editObject(
  session: Session,
  entry: CatalogEntry,
  name: string,
  options: EditOptions,
): Promise<EditOutcome> {
  const format = outputFormat(options.output, ['yaml', 'json']) as 'yaml' | 'json';
  const key = keyIn(entry, session.namespace, name);
  const resource = scoped(session, entry, session.namespace);
  const part = options.subresource === undefined ? undefined : resource.subresource(options.subresource);
  const current = withoutManagedFields(await (part ? part.get<HasMetadata>(key) : resource.get(key)));
  const manager = options.fieldManager ?? `${session.vocabulary.client.commandLine}-edit`;
  return editText(objectText(current, format), format, userEditor(session.vocabulary), async (edited) => {
    const patch = createMergePatch(current, editedObject(edited, current));
    const written = { fieldManager: manager, fieldValidation: 'Strict' } as const;
    try {
      await (part ? part.patch<HasMetadata>(key, 'merge', patch, written) : resource.patch(key, 'merge', patch, written));
    } catch (error) {
      if (error instanceof ApiError && REOPENED.has(error.code)) throw new RefusedText(error.message, { cause: error });
      throw error;
    }
  }); // prettier-ignore
}

/** Codes of errors that another text may avoid. */
const REOPENED: ReadonlySet<number> = new Set([400, 409, 422]);

/** @throws RefusedText unless the text is the same object, changed. */
function editedObject(text: string, { apiVersion, kind, metadata }: HasMetadata): HasMetadata {
  let objects: readonly HasMetadata[];
  try {
    objects = parseManifest(text, 'the edited file').map(({ object }) => object);
  } catch (cause) {
    if (cause instanceof UserError) throw new RefusedText(cause.message, { cause });
    throw cause;
  }
  const [edited, ...more] = objects;
  const isSame =
    edited?.apiVersion === apiVersion &&
    edited?.kind === kind &&
    edited?.metadata.name === metadata.name &&
    edited?.metadata.namespace === metadata.namespace;
  if (!edited || !isSame || more.length > 0)
    throw new RefusedText('At least one of apiVersion, kind and name was changed');
  return edited;
}
