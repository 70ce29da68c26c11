import { systemClock } from '@orch/apimachinery';
import { ExplainedError, flagGroup, type FlagValues } from '@orch/process';
import { isBulkWritable, openStorage, readBackup, verifyBackup, type BackupFile, type Stored } from '@orch/storage';
import { readFileBytes } from './backup-file.js';
import { type BackupInput, naming, withBackupInput } from './backup-input.js';
import { assertNoOtherKeys, noteVocabulary, writeKeyFiles } from './key-files.js';
import { readMovingLine } from './moving-line.js';
import { Progress } from './progress.js';
import { runMoving, type Say } from './run-moving.js';
import { storePlace } from './store-place.js';
import { storeFlags } from './store-flags.js';

const head = {
  command: 'orch restore',
  summary:
    'Fills an empty store with a backup, after the whole file was found to be undamaged: same objects, uids and versions. No server may use the store yet.',
  argument: 'FILE',
};

/**
 * Far above what any server can have given since the backup was made, so that no version is given twice and whoever saw one since is told to
 * begin anew (410).
 */
const BUMP = 2 ** 24;

const restoreFlags = [
  ...storeFlags,
  flagGroup('Restore', [
    {
      name: 'verify-only',
      type: 'bool',
      default: false,
      help: 'Read the file to its end, say whether it is whole, and write nothing.',
    },
    {
      name: 'bump-revision',
      type: 'int',
      default: BUMP,
      min: 0,
      max: 2 ** 40,
      help: 'The store goes on this much above the revision of the backup: clients that saw later versions must begin anew. 0 only where no server ran since the backup.',
    },
    {
      name: 'without-keys',
      type: 'bool',
      default: false,
      help: 'Leave out the keys: those of the data directory stay, or the server makes new ones.',
    },
  ]),
] as const;

type RestoreValues = FlagValues<typeof restoreFlags>;

/** `orch restore FILE`: fills an empty store; `-` is standard input. */
export function restore(argv: readonly string[]): void {
  runMoving(head.command, async (say) => {
    const line = readMovingLine(head, restoreFlags, argv);
    if (line.help !== undefined) return line.help;
    return withBackupInput(line.argument, (input) => restoreFrom(input, line.values, say));
  });
}

async function restoreFrom(input: BackupInput, values: RestoreValues, say: Say): Promise<string> {
  const verified = await naming(input, verifyBackup(readFileBytes(input.path)));
  const { header, items: count } = verified;
  const whole = `${input.name} is whole: ${count} objects at revision ${header.revision}, made ${header.time} by release ${header.release}`;
  if (values['verify-only']) return `${whole}\n`;
  say(whole);
  const { options, name } = await storePlace(values);
  const files = values['without-keys'] ? [] : verified.files;
  await assertNoOtherKeys(options.dataDir, files);
  const revision = header.revision + values['bump-revision'];
  const storage = await openStorage(options);
  try {
    if (!isBulkWritable(storage)) throw new ExplainedError(`${name} cannot be filled`);
    const { items } = await readBackup(readFileBytes(input.path));
    const progress = new Progress(systemClock, say);
    const keys = { dataDir: options.dataDir, vocabulary: header.vocabulary, files };
    await storage.fill(afterKeys(keys, progress.through(items)), revision);
  } finally {
    await storage.close();
  }
  return `restored ${count} objects into ${name}, which goes on at revision ${revision}\n`;
}

/** Keys are written when the store is already marked as unfinished: no server can start on one without the other. */
async function* afterKeys(
  keys: { readonly dataDir: string; readonly vocabulary: string; readonly files: readonly BackupFile[] },
  items: AsyncIterable<Stored>,
): AsyncGenerator<Stored> {
  await noteVocabulary(keys.dataDir, keys.vocabulary);
  await writeKeyFiles(keys.dataDir, keys.files);
  yield* items;
}
