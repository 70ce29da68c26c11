import { UserFacingError } from '@orch/process';
import { keyPairPlaces } from '@orch/tls';
import { isBulkWritable, ItemDigest, type BackupFile, type Revision, type Storage, type Stored } from '@orch/storage';
import { assertNoOtherKeys, noteVocabulary, writeKeyFiles } from './key-files.js';
import type { StoreKeys } from './store-keys.js';
import type { StorePlace } from './store-place.js';

/** Content for an empty store. */
export interface Filling {
  readonly items: AsyncIterable<Stored>;
  /** Newest revision of the source store. */
  readonly newest: Revision;
  /** Added to that revision. */
  readonly bump: number;
  readonly keys: StoreKeys;
}

/** Content of the filled store. */
export interface Filled {
  /** Its revision. */
  readonly revision: Revision;
  readonly count: number;
  /** Digest over all keys, revisions and values, by `ItemDigest`. */
  readonly sum: string;
}

/**
 * Fills an empty store, and puts the keys where its servers look for them: in the data directory; for a store that several servers use, unless it
 * holds the keys itself, also a record of their public parts, so that a server with other keys, or none, is rejected (decision 042). Keys are written
 * when the store is already marked as unfinished: no server starts on one without the other.
 */
export async function fillWithKeys(storage: Storage, { options, name }: StorePlace, filling: Filling): Promise<Filled> {
  if (!isBulkWritable(storage)) throw new UserFacingError(`${name} cannot be filled`);
  const { dataDir } = options;
  const { keys, newest } = filling;
  const files = options.backend === 'embedded' ? keys.files : keys.files.filter((file) => isOnlyAFile(file, keys));
  const records = options.backend === 'embedded' ? [] : missingRecords(files, keys, newest);
  const revision = newest + Math.max(filling.bump, records.length);
  const digest = new ItemDigest();
  await assertNoOtherKeys(dataDir, files);
  const afterKeys = async function* () {
    if (keys.vocabulary !== undefined && options.backend === 'embedded') await noteVocabulary(dataDir, keys.vocabulary);
    await writeKeyFiles(dataDir, files);
    yield* digest.through(withExtra(filling.items, records));
  };
  await storage.fill(afterKeys(), revision);
  return { revision, count: digest.count, sum: digest.sum() };
}

/** Whether it belongs to a pair whose key the store does not hold. Other files belong to a single server. */
const isOnlyAFile = ({ name }: BackupFile, { records }: StoreKeys): boolean =>
  keyPairPlaces.some(
    ({ publicFile, keyFile, recordKey }) =>
      (name === publicFile || name === keyFile) && records.get(recordKey)?.key === undefined,
  );

/** Key records as a server with key files would create them. */
function missingRecords(files: readonly BackupFile[], { records }: StoreKeys, newest: Revision): readonly Stored[] {
  return keyPairPlaces
    .filter(({ recordKey, publicFile }) => !records.has(recordKey) && files.some(({ name }) => name === publicFile))
    .map(({ recordKey, publicFile }, at) => {
      const file = files.find(({ name }) => name === publicFile)!;
      return {
        key: recordKey,
        value: Buffer.from(JSON.stringify({ public: file.bytes.toString() })),
        revision: newest + 1 + at,
      };
    });
}

/** Merges a few more items into the sequence, in key order. */
async function* withExtra(items: AsyncIterable<Stored>, extra: readonly Stored[]): AsyncGenerator<Stored> {
  const waiting = extra.toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  for await (const item of items) {
    // By bytes, as items are. All keys of records are plain ASCII, where that is the order of JavaScript too.
    while (waiting[0] && waiting[0].key < item.key) yield waiting.shift()!;
    yield item;
  }
  yield* waiting;
}
