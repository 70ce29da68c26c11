import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserFacingError, readBytesIfPresent, readTextIfPresent } from '@orch/process';
import { keyPairPlaces, pkiDirectory, PRIVATE_MODE, PUBLIC_MODE } from '@orch/tls';
import { vocabularyFile } from '@orch/server';
import type { BackupFile } from '@orch/storage';
import { writeFileWhole } from './backup-file.js';

const PERMISSIONS = 0o777;

/** The keys of a data directory. A restore elsewhere needs them: without them no client trusts the server. */
export async function readKeyFiles(dataDir: string): Promise<readonly BackupFile[]> {
  const directory = pkiDirectory(dataDir);
  const entries = await readdir(directory, { withFileTypes: true }).catch(unlessMissing);
  const names = (entries ?? []).filter((entry) => entry.isFile() && /^\w[\w.-]*$/.test(entry.name));
  return Promise.all(
    names.map(async ({ name }) => {
      const path = join(directory, name);
      return { name, bytes: await readFile(path), mode: (await stat(path)).mode & PERMISSIONS };
    }),
  );
}

/**
 * Writes keys where a server reads them. Only the owner may read them; all users may read the public parts. The modes in a backup are not used,
 * because its author may have chosen them.
 * @throws UserFacingError when other keys exist there: nothing was written then.
 */
export async function writeKeyFiles(dataDir: string, files: readonly BackupFile[]): Promise<void> {
  const directory = pkiDirectory(dataDir);
  await assertNoOtherKeys(dataDir, files);
  if (files.length > 0) await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const { name, bytes } of files) {
    const path = join(directory, name);
    const there = await readBytesIfPresent(path);
    if (!there?.equals(bytes)) await writeFileWhole(path, one(bytes), modeOf(name));
  }
}

const modeOf = (name: string): number =>
  keyPairPlaces.some(({ publicFile }) => publicFile === name) ? PUBLIC_MODE : PRIVATE_MODE;

/** @throws UserFacingError */
export async function assertNoOtherKeys(dataDir: string, files: readonly BackupFile[]): Promise<void> {
  for (const { name, bytes } of files) {
    const path = join(pkiDirectory(dataDir), name);
    const there = await readBytesIfPresent(path);
    // More keys may have been added at the end.
    if (there && !bytes.subarray(0, there.length).equals(there))
      throw new UserFacingError(
        `${path} is another one than that of the backup: name an empty directory, or keep what is there with --without-keys`,
      );
  }
}

/** The recorded vocabulary of a data directory; undefined when there is none. */
export const readVocabulary = async (dataDir: string): Promise<string | undefined> =>
  (await readTextIfPresent(vocabularyFile(dataDir)))?.trim();

/** @throws UserFacingError when the data directory has another vocabulary. */
export async function noteVocabulary(dataDir: string, vocabulary: string): Promise<void> {
  const there = await readVocabulary(dataDir);
  if (there === vocabulary) return;
  if (there !== undefined)
    throw new UserFacingError(
      `${vocabularyFile(dataDir)} says ${JSON.stringify(there)}, the objects are named in "${vocabulary}": name an empty directory`,
    );
  await writeFileWhole(vocabularyFile(dataDir), one(Buffer.from(`${vocabulary}\n`)), PUBLIC_MODE);
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
