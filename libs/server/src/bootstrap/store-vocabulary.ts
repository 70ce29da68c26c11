import { objectKey, resourcePrefix, type SharedRecords } from '@orch/registry';
import type { Storage } from '@orch/storage';
import { vocabularies, VOCABULARY_NAMES, type VocabularyName } from '@orch/vocabulary';
import { DataDirVocabularyError } from './data-dir-vocabulary.js';

/** There is only one record. */
const RECORD = 'name';

/**
 * Compares the vocabulary of a store that several servers share: each has its own data directory, so that file is not
 * sufficient. Writes nothing.
 * @throws DataDirVocabularyError.
 */
export async function checkStoreVocabulary(
  storage: Storage,
  records: SharedRecords,
  wanted: VocabularyName,
): Promise<void> {
  const noted = (await records.read('vocabulary', RECORD))?.value ?? (await vocabularyOfObjects(storage));
  if (noted !== undefined) compare(noted, wanted);
}

/**
 * Records the vocabulary in the store. When servers start together on an empty store, the first write wins. @throws
 * DataDirVocabularyError.
 */
export async function claimStoreVocabulary(records: SharedRecords, wanted: VocabularyName): Promise<void> {
  compare(await records.agree('vocabulary', RECORD, () => Promise.resolve(wanted)), wanted);
}

function compare(noted: unknown, wanted: VocabularyName): void {
  if (noted === wanted) return;
  throw new DataDirVocabularyError(
    `the store was made with --vocabulary=${String(noted)}: start with that, or name another store (of one Redis: another prefix)`,
  );
}

/** Detects the vocabulary of a store whose objects came from a data directory, by the first bootstrap namespace. */
async function vocabularyOfObjects(storage: Storage): Promise<VocabularyName | undefined> {
  const namespaces = resourcePrefix({ group: '', resource: 'namespaces' });
  for (const name of VOCABULARY_NAMES) {
    if (await storage.get(namespaces + objectKey('', vocabularies[name].namespaces.system))) return name;
  }
  return undefined;
}
