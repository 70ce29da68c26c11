import { systemClock } from '@orch/apimachinery';
import { UserFacingError, flagGroup, type FlagValues } from '@orch/process';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { openStorage, readBackup, verifyBackup } from '@orch/storage';
import { readFileBytes } from './backup-file.js';
import { type BackupInput, naming, withBackupInput } from './backup-input.js';
import { fillWithKeys } from './fill-with-keys.js';
import { readStoreCommandLine } from './store-command-line.js';
import { opening } from './opening.js';
import { Progress } from './progress.js';
import { runStoreCommand, type Say } from './run-store-command.js';
import { noteRecord, type StoredPair } from './store-keys.js';
import { storePlace } from './store-place.js';
import { storeFlags } from './store-flags.js';

const head = {
  command: 'orch restore',
  summary:
    'Restores a backup into an empty store, after verifying the whole file: same objects, uids and versions. No server may use the store yet.',
  argument: 'FILE',
};

/**
 * Far above every revision that a server can have assigned since the backup was made, so that no resourceVersion is used twice and clients that
 * saw a later one get 410 and relist. Each restart of Redis since may have raised it by 2^34 (decision 038): this covers 64 of them.
 */
const BUMP = 2 ** 40;

const restoreFlags = [
  ...storeFlags,
  flagGroup('Restore', [
    {
      name: 'verify-only',
      type: 'bool',
      default: false,
      help: 'Only verify that the file is complete and undamaged; write nothing.',
    },
    {
      name: 'bump-revision',
      type: 'int',
      default: BUMP,
      min: 0,
      max: 2 ** 44,
      help: 'The store continues this much above the revision of the backup, so that clients with later versions must relist. Use 0 only if no server has run since the backup.',
    },
    {
      name: 'without-keys',
      type: 'bool',
      default: false,
      help: 'Do not restore the keys: existing ones in the data directory are kept, or the server creates new ones.',
    },
  ]),
] as const;

type RestoreValues = FlagValues<typeof restoreFlags>;

/** `orch restore FILE`: fills an empty store; `-` is standard input. */
export function restore(argv: readonly string[]): void {
  runStoreCommand(head.command, async (say) => {
    const line = readStoreCommandLine(head, restoreFlags, argv);
    if (line.help !== undefined) return line.help;
    return withBackupInput(line.argument, (input) => restoreFrom(input, line.values, say));
  });
}

async function restoreFrom(input: BackupInput, values: RestoreValues, say: Say): Promise<string> {
  const records = new Map<string, StoredPair>();
  const verified = await naming(
    input,
    verifyBackup(readFileBytes(input.path), (item) => noteRecord(records, item)),
  );
  const { header, items: count } = verified;
  const { vocabulary } = header;
  if (vocabulary !== undefined && !VOCABULARY_NAMES.some((name) => name === vocabulary))
    throw new UserFacingError(
      `${input.name} was made with a vocabulary this release does not know, "${vocabulary}". Nothing was written`,
    );
  const whole = `${input.name} is whole: ${count} objects at revision ${header.revision}, made ${header.time} by release ${header.release}`;
  if (values['verify-only']) return `${whole}\n`;
  say(whole);
  const place = await storePlace(values);
  const storage = await opening(place, openStorage({ ...place.options, toFill: true }));
  try {
    const { items } = await readBackup(readFileBytes(input.path));
    const { revision } = await fillWithKeys(storage, place, {
      items: new Progress(systemClock, say).through(items),
      newest: header.revision,
      bump: values['bump-revision'],
      keys: {
        files: values['without-keys'] ? [] : verified.files,
        records,
        vocabulary,
        missing: [],
      },
    });
    return `restored ${count} objects into ${place.name}, which goes on at revision ${revision}\n`;
  } finally {
    await storage.close();
  }
}
