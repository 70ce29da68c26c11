import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Logger, readTextIfPresent } from '@orch/process';
import { embeddedStoreFile, type Storage } from '@orch/storage';
import type { ApiServerOptions } from '../options/api-server-options.js';
import { PUBLIC_MODE, writeWhole, adminConfigPath } from '@orch/tls';
import { redisServers } from '@orch/redis';
import { vocabularyFile } from './data-dir-vocabulary.js';

/**
 * File of a data directory that names the backend of its objects: `embedded` or `redis`, and a line feed. Written when
 * a start is complete.
 */
export const backendFile = (dataDir: string): string => join(dataDir, 'storage-backend');

/**
 * The store is absent or empty, but the data directory was used with one: serving an empty control plane under its keys
 * would make nodes and controllers delete running workloads. The message says what to do.
 */
export class AbsentStoreError extends Error {
  override readonly name = 'AbsentStoreError';
}

type StoreOptions = Pick<ApiServerOptions, 'dataDir' | 'storageBackend' | 'redis' | 'initialize'>;

/**
 * Compares the data directory with the file of the embedded store, before it is opened: opening would create a new one.
 * Writes nothing.
 * @throws AbsentStoreError, unless `initialize` is set.
 */
export async function checkStoreFile(options: StoreOptions): Promise<void> {
  if (options.initialize || options.storageBackend !== 'embedded') return;
  const file = embeddedStoreFile(options.dataDir);
  const bytes = await sizeOf(file);
  if (bytes !== undefined && bytes > 0) return;
  // The vocabulary is recorded after the store was opened and its first commit is on disk.
  const used = await usedWith(options.dataDir, [vocabularyFile(options.dataDir)]);
  if (used) throw absent(`${file} ${bytes === undefined ? 'is missing' : 'has 0 bytes'}`, used, options);
}

/** The same for an opened store: a used one holds objects. @throws AbsentStoreError, unless `initialize` is set. */
export async function checkStoreContent(storage: Pick<Storage, 'list'>, options: StoreOptions): Promise<void> {
  if (options.initialize) return;
  const used = await usedWith(options.dataDir, []);
  if (used && (await isEmpty(storage))) throw absent(`${placeOf(options)} holds no objects`, used, options);
}

/**
 * Records that the data directory is used with this backend. Call it when the store holds objects: after an earlier
 * crash the directory counts as new. If it cannot be written, such as on a full disk, the next start retries.
 */
export async function noteUsedStore({ dataDir, storageBackend }: StoreOptions, log: Logger): Promise<void> {
  const file = backendFile(dataDir);
  try {
    if ((await readTextIfPresent(file))?.trim() === storageBackend) return;
    await writeWhole(file, `${storageBackend}\n`, PUBLIC_MODE);
  } catch (error) {
    log.warn('the data directory could not be marked as used', { file, error });
  }
}

/** Evidence that a data directory was used. */
interface Used {
  readonly file: string;
  /** Content of `backendFile`. Undefined in directories of releases without that file. */
  readonly backend: string | undefined;
}

/**
 * Keys alone do not count: they are copied into the new data directory of a further server. @param evidence files that
 * also prove use.
 */
async function usedWith(dataDir: string, evidence: readonly string[]): Promise<Used | undefined> {
  const file = backendFile(dataDir);
  const backend = (await readTextIfPresent(file))?.trim();
  if (backend !== undefined) return { file, backend };
  for (const other of [adminConfigPath(dataDir), ...evidence])
    if ((await sizeOf(other)) !== undefined) return { file: other, backend: undefined };
  return undefined;
}

async function isEmpty(storage: Pick<Storage, 'list'>): Promise<boolean> {
  let isDamaged = false;
  const { items } = await storage.list('', { onDamaged: () => (isDamaged = true) });
  for await (const _item of items) return false;
  return !isDamaged;
}

/** The size of a file in bytes; undefined when there is none. */
async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function placeOf({ storageBackend, dataDir, redis }: StoreOptions): string {
  if (storageBackend === 'embedded' || !redis) return embeddedStoreFile(dataDir);
  return `--redis-url: ${redisServers(redis.urls).text} (--redis-key-prefix=${redis.keyPrefix ?? 'orch'})`;
}

function absent(found: string, used: Used, { dataDir, storageBackend }: StoreOptions): AbsentStoreError {
  const isMoved = used.backend !== undefined && used.backend !== storageBackend;
  const [cause, remedy] = isMoved
    ? [
        `its objects are in the store of --storage-backend=${used.backend}`,
        `start with that, move them with "orch migrate", restore a backup with "orch restore"`,
      ]
    : storageBackend === 'embedded'
      ? [
          'the file was deleted, moved or emptied, or its file system is not mounted',
          'put the file back, restore a backup with "orch restore"',
        ]
      : [
          'that Redis was emptied, lost its files, or is another one',
          'put its files back, restore a backup with "orch restore"',
        ];
  return new AbsentStoreError(
    `${found}, but the data directory ${resolve(dataDir)} was used before (${used.file}): ${cause}; ${remedy}, or start with --initialize to begin with an empty store`,
  );
}
