import { objectKey, resourcePrefix, type SharedRecords } from '@orch/registry';
import type { Storage } from '@orch/storage';
import { vocabularies, VOCABULARY_NAMES, type VocabularyName } from '@orch/vocabulary';
import { DataDirVocabularyError } from './data-dir-vocabulary.js';

/** There is but one. */
const RECORD = 'name';

/**
 * Compares the vocabulary of a store that several servers use: each has a data directory of its own, so that cannot tell. Writes nothing.
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

/** Notes it there. Of servers that start at once on an empty store one decides. @throws DataDirVocabularyError. */
export async function claimStoreVocabulary(records: SharedRecords, wanted: VocabularyName): Promise<void> {
  compare(await records.agree('vocabulary', RECORD, () => Promise.resolve(wanted)), wanted);
}

function compare(noted: unknown, wanted: VocabularyName): void {
  if (noted === wanted) return;
  throw new DataDirVocabularyError(
    `the store was made with --vocabulary=${String(noted)}: start with that, or name another store (of one Redis: another prefix)`,
  );
}

/** Of a store whose objects came from a data directory: by the namespace that each server makes first. */
async function vocabularyOfObjects(storage: Storage): Promise<VocabularyName | undefined> {
  const namespaces = resourcePrefix({ group: '', resource: 'namespaces' });
  for (const name of VOCABULARY_NAMES) {
    if (await storage.get(namespaces + objectKey('', vocabularies[name].namespaces.system))) return name;
  }
  return undefined;
}
