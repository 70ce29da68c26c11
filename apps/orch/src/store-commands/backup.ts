import { systemClock } from '@orch/apimachinery';
import { UserFacingError, flagGroup, productVersion } from '@orch/process';
import {
  backupFormat,
  openSnapshot,
  writeBackup,
  type BackupContent,
  type Revision,
  type StorageError,
} from '@orch/storage';
import { checkTarget, STANDARD, writeFileWhole, writeStream } from './backup-file.js';
import { readStoreCommandLine } from './store-command-line.js';
import { opening } from './opening.js';
import { megabytes, Progress } from './progress.js';
import { readable } from './readable-key.js';
import { runStoreCommand } from './run-store-command.js';
import { keysOfStore, type StoreKeys } from './store-keys.js';
import { storePlace } from './store-place.js';
import { storeFlags } from './store-flags.js';

const head = {
  command: 'orch backup',
  summary:
    'Backs up a store to one file, consistently at one revision, while its servers run. The file contains Secrets and keys: only its owner may read it.',
  argument: 'FILE',
};

const backupFlags = [
  ...storeFlags,
  flagGroup('Backup', [
    { name: 'compress', type: 'bool', default: false, help: 'Compress the file; takes longer.' },
    {
      name: 'without-keys',
      type: 'bool',
      default: false,
      help: 'Exclude the keys of the data directory: after a restore the server creates new ones, which must be distributed to clients.',
    },
    {
      name: 'skip-damaged',
      type: 'bool',
      default: false,
      help: 'Skip and report objects with damaged data. By default the backup fails on such an object.',
    },
  ]),
] as const;

/** `orch backup FILE`: saves a store while its server runs; `-` is standard output. */
export function backup(argv: readonly string[]): void {
  runStoreCommand(head.command, async (say) => {
    const line = readStoreCommandLine(head, backupFlags, argv);
    if (line.help !== undefined) return line.help;
    const { values, argument: path } = line;
    const place = await storePlace(values);
    const onDamaged = ({ message }: StorageError) => say(`warning: ${readable(message)}: the backup is without`);
    const access = { access: 'shared', ...(values['skip-damaged'] && { onDamaged }) } as const;
    const snapshot = await opening(place, openSnapshot(place.options, access));
    try {
      if (snapshot.revision === 0) throw new UserFacingError(`${place.name} holds nothing: there is nothing to save`);
      if (path !== STANDARD) await checkTarget(path);
      const progress = new Progress(systemClock, say);
      const keys = await keysOfStore(place, snapshot);
      if (!values['without-keys']) for (const text of keys.missing) say(`warning: ${text}: the backup is without`);
      const content: BackupContent = {
        header: headerOf(snapshot.revision, keys),
        files: values['without-keys'] ? [] : keys.files,
        items: progress.through(snapshot.items),
      };
      const written = await write(path, writeBackup(content, { compress: values.compress }));
      const { items } = progress.tally;
      const where = path === STANDARD ? 'standard output' : path;
      const result = `saved ${items} objects at revision ${snapshot.revision} to ${where} (${megabytes(written)})\n`;
      if (path !== STANDARD) return result;
      process.stderr.write(result);
      return '';
    } finally {
      await snapshot.close();
    }
  });
}

const headerOf = (revision: Revision, { vocabulary }: StoreKeys): BackupContent['header'] => ({
  format: backupFormat(revision),
  ...(vocabulary !== undefined && { vocabulary }),
  revision,
  time: new Date(systemClock.now()).toISOString(),
  release: productVersion(),
});

const write = (path: string, chunks: AsyncIterable<Buffer>): Promise<number> =>
  path === STANDARD ? writeStream(process.stdout, chunks) : writeFileWhole(path, chunks);
