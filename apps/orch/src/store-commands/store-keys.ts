import {
  keyPairPlaces,
  pkiDirectory,
  PRIVATE_MODE,
  PUBLIC_MODE,
  vocabularyRecordKey,
  type KeyPairPlace,
} from '@orch/tls';
import { FillError, type BackupFile, type Stored, type StoreSnapshot } from '@orch/storage';
import { readKeyFiles, readVocabulary } from './key-files.js';
import type { StorePlace } from './store-place.js';
import { withServingKey } from './token-key-bundle.js';

/** Keys and vocabulary of a store, which are not among its objects. */
export interface StoreKeys {
  /** As in the `pki` folder of a data directory. */
  readonly files: readonly BackupFile[];
  /** Key pairs recorded in the store itself, by the key of the record; servers on Redis share them. */
  readonly records: KeyRecords;
  /** Undefined when none was recorded. */
  readonly vocabulary: string | undefined;
  /** A message for each key that was not found; empty when all were found. */
  readonly missing: readonly string[];
}

/** Public part and, where the store holds it, key of a pair, in PEM, by the key of their record. */
export type KeyRecords = ReadonlyMap<string, StoredPair>;

export interface StoredPair {
  readonly public: string;
  readonly key?: string;
}

/** The keys of a store: those of its data directory; on Redis those in the store, or matching ones of a data directory. */
export async function keysOfStore({ options, name }: StorePlace, snapshot: StoreSnapshot): Promise<StoreKeys> {
  const { dataDir } = options;
  const records = new Map<string, StoredPair>();
  for (const { recordKey } of keyPairPlaces) noteRecord(records, await snapshot.get(recordKey));
  const inDirectory = await readKeyFiles(dataDir);
  if (options.backend === 'embedded')
    return { files: withServingKey(inDirectory), records, vocabulary: await readVocabulary(dataDir), missing: [] };
  const files = keyPairPlaces.flatMap((place) => filesOfPair(place, records, inDirectory));
  const missing = keyPairPlaces
    .filter(({ keyFile }) => !files.some((file) => file.name === keyFile))
    .map(
      ({ publicFile, keyFile }) =>
        `${keyFile} is not in ${name}, whose servers keep it in their data directories: ${pkiDirectory(dataDir)} has not the ${publicFile} and ${keyFile} of theirs`,
    );
  const noted = await snapshot.get(vocabularyRecordKey);
  return { files, records, vocabulary: noted && (JSON.parse(noted.value.toString()) as string), missing };
}

/** Collects an item that is a key record. @throws FillError BadItem when it is malformed. */
export function noteRecord(records: Map<string, StoredPair>, item: Stored | undefined): void {
  if (!item || !keyPairPlaces.some(({ recordKey }) => recordKey === item.key)) return;
  const pair = parsePair(item.value);
  if (pair === undefined) throw new FillError('BadItem', `the record ${item.key} holds no pair of keys`);
  records.set(item.key, pair);
}

function parsePair(value: Uint8Array): StoredPair | undefined {
  try {
    const pair = JSON.parse(Buffer.from(value).toString()) as Partial<StoredPair> | null;
    if (typeof pair?.public !== 'string' || !['string', 'undefined'].includes(typeof pair.key)) return undefined;
    return { public: pair.public, ...(pair.key !== undefined && { key: pair.key }) };
  } catch {
    return undefined;
  }
}

function filesOfPair(
  { publicFile, keyFile, recordKey }: KeyPairPlace,
  records: KeyRecords,
  inDirectory: readonly BackupFile[],
): readonly BackupFile[] {
  const pair = records.get(recordKey);
  if (pair?.key !== undefined)
    return [
      { name: publicFile, bytes: Buffer.from(pair.public), mode: PUBLIC_MODE },
      { name: keyFile, bytes: Buffer.from(pair.key), mode: PRIVATE_MODE },
    ];
  const isThatOfTheStore = inDirectory.some(
    ({ name, bytes }) => name === publicFile && bytes.toString().trim() === pair?.public.trim(),
  );
  return isThatOfTheStore ? inDirectory.filter(({ name }) => name === publicFile || name === keyFile) : [];
}
