import type { HasMetadata } from '@orch/client';
import type { Command } from 'commander';
import type { Output } from '../output.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { resolveTargets } from '../resources/targets.js';
import { UserError } from '../user-error.js';
import { addWriteOptions, dryRunNote, wishOf, writeOptions, type WriteFlags } from '../writing/write-flags.js';
import { showWritten } from '../writing/written-object.js';
import { allOptions, withSession } from './command-context.js';

type Field = 'labels' | 'annotations';

interface SetFlags extends WriteFlags {
  readonly overwrite?: boolean;
}

/** `label TYPE NAME KEY=VALUE KEY-`. */
export function addLabel(program: Command, output: Output): void {
  addSetter(program, output, { command: 'label', field: 'labels', done: 'labeled' });
}

/** `annotate TYPE NAME KEY=VALUE KEY-`. */
export function addAnnotate(program: Command, output: Output): void {
  addSetter(program, output, { command: 'annotate', field: 'annotations', done: 'annotated' });
}

function addSetter(
  program: Command,
  output: Output,
  { command: name, field, done }: { readonly command: string; readonly field: Field; readonly done: string },
): void {
  const command = program
    .command(name)
    .description(`set or remove ${field} of objects`)
    .argument('<words...>', 'TYPE NAME... or TYPE/NAME..., then KEY=VALUE to set, KEY- to remove')
    .option('--overwrite', 'overwrite existing values');
  addWriteOptions(command).action(async (words: string[], _options: unknown, self: Command) => {
    const flags = allOptions<SetFlags>(self);
    const wish = wishOf(flags);
    if (wish.dryRun === 'client') throw new UserError('--dry-run=client: use server');
    const { targets, changes } = split(words);
    await withSession(self, async (session) => {
      const options = writeOptions(wish, `${session.vocabulary.client.commandLine}-${name}`);
      for (const { entry, names } of await resolveTargets(session.catalog, targets)) {
        if (names.length === 0) throw new UserError(`${name} needs the names of objects`);
        const resource = scoped(session, entry, session.namespace);
        for (const objectName of names) {
          const key = keyIn(entry, session.namespace, objectName);
          const current = await resource.get(key);
          if (!flags.overwrite) refuseChanges(current, field, changes);
          // With the resourceVersion that was read: a concurrent change is not overwritten.
          const { resourceVersion } = current.metadata;
          const metadata = { resourceVersion, [field]: Object.fromEntries(changes) };
          const written = await resource.patch(key, 'merge', { metadata }, options);
          showWritten(written, `${objectLabel(entry, objectName)} ${done}${dryRunNote(wish)}`, wish, output);
        }
      }
    });
  });
}

/** Null removes a key. */
type Changes = ReadonlyMap<string, string | null>;

/** Object names contain no `=` and do not end with `-`. @throws UserError without a change. */
function split(words: readonly string[]): { readonly targets: readonly string[]; readonly changes: Changes } {
  const isChange = (word: string): boolean => word.indexOf('=') > 0 || word.endsWith('-');
  const changes = words.filter(isChange).map((word): [string, string | null] => {
    const equals = word.indexOf('=');
    return equals > 0 ? [word.slice(0, equals), word.slice(equals + 1)] : [word.slice(0, -1), null];
  });
  if (changes.length === 0) throw new UserError('nothing to change: write KEY=VALUE to set, KEY- to remove');
  return { targets: words.filter((word) => !isChange(word)), changes: new Map(changes) };
}

function refuseChanges(object: HasMetadata, field: Field, changes: Changes): void {
  const present = new Map(Object.entries(object.metadata[field] ?? {}));
  for (const [key, value] of changes) {
    const before = present.get(key);
    if (value === null || before === undefined || before === value) continue;
    throw new UserError(`"${key}" is "${before}" already: --overwrite changes it`);
  }
}
