import { resolve } from 'node:path';
import { escapeLine, flagGroup, processFlags, UsageError } from '@orch/process';
import { checkStore, embeddedDirectory, type StoreDamage, type Stored, verifyBackup } from '@orch/storage';
import { readFileBytes, STANDARD } from '../store-commands/backup-file.js';
import { assertRegularFile, naming } from '../store-commands/backup-input.js';
import { readStoreCommandLine } from '../store-commands/store-command-line.js';
import { readable } from '../store-commands/readable-key.js';
import { runStoreCommand } from '../store-commands/run-store-command.js';

const head = {
  command: 'orch fsck',
  summary:
    'Reads everything in the store of a data directory that no server uses, or in a backup FILE, and prints each key that is damaged, with its revision. Changes nothing. Status 1 when anything is.',
  optionalArgument: 'FILE',
};

type DataDirFlag = Extract<(typeof processFlags)['flags'][number], { readonly name: 'data-dir' }>;
const dataDirFlag = processFlags.flags.find(({ name }) => name === 'data-dir') as DataDirFlag;
const fsckFlags = [flagGroup('Data directory', [dataDirFlag])] as const;

/** `orch fsck [FILE]`: checks a store or a backup for damage. */
export function fsck(argv: readonly string[]): void {
  runStoreCommand(head.command, async () => {
    const line = readStoreCommandLine(head, fsckFlags, argv);
    if (line.help !== undefined) return line.help;
    if (line.argument === STANDARD) throw new UsageError('a backup is checked in a file: save standard input first');
    return line.argument === '' ? checkDataDir(resolve(line.values['data-dir'])) : checkBackup(line.argument);
  });
}

async function checkDataDir(dataDir: string): Promise<string> {
  const found = new Findings();
  const { revision, keys, records } = await checkStore(embeddedDirectory(dataDir), {
    onDamaged: found.add,
    validate: jsonDamage,
  });
  const read = `${keys} objects and ${records} records at revision ${revision}`;
  return found.result(dataDir, revision === undefined ? 'nothing could be read' : read);
}

async function checkBackup(path: string): Promise<string> {
  await assertRegularFile(path);
  const found = new Findings();
  const { header, items } = await naming(
    { path, name: path },
    verifyBackup(readFileBytes(path), (item) => found.judge(item)),
  );
  return found.result(path, `${items} objects at revision ${header.revision}`);
}

/** Prints and counts damaged objects. */
class Findings {
  private count = 0;

  readonly add = (damage: StoreDamage): void => {
    this.count++;
    process.exitCode = 1;
    process.stdout.write(`${escapeLine(textOf(damage))}\n`);
  };

  judge(item: Stored): void {
    const what = jsonDamage(item);
    if (what !== undefined) this.add({ kind: 'value', key: item.key, revision: item.revision, what });
  }

  /** @param read what was checked. */
  result(name: string, read: string): string {
    return this.count === 0 ? `${name}: no damage in ${read}\n` : `${name}: ${this.count} damaged; ${read}\n`;
  }
}

function textOf(damage: StoreDamage): string {
  switch (damage.kind) {
    case 'value':
      return `damaged object ${readable(damage.key)} at revision ${damage.revision}: ${damage.what}`;
    case 'history':
      return `damaged history at revision ${damage.revision}: ${damage.what}`;
    case 'file':
      return `damaged file: ${damage.what}`;
  }
}

/**
 * What is wrong with the value of an object; undefined when it is JSON. Checksums detect bytes that differ from those written; a store
 * that was damaged before it had checksums has checksums of damaged values.
 */
function jsonDamage({ value }: Stored): string | undefined {
  try {
    JSON.parse(value.toString('utf8'));
    return undefined;
  } catch {
    return 'not JSON';
  }
}
