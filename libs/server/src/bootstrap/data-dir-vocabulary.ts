import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { vocabularies, VOCABULARY_NAMES, type VocabularyName } from '@orch/vocabulary';
import { readTextIfPresent } from '@orch/process';
import { isAuthorityOf, pkiDirectory, PUBLIC_MODE, writeWhole } from '@orch/tls';

/** File of a data directory that has the vocabulary of its objects: one word and a line feed. */
export const vocabularyFile = (dataDir: string): string => join(dataDir, 'vocabulary');

/** A data directory made in one vocabulary was given to a server of another. The message says what to do. */
export class DataDirVocabularyError extends Error {
  override readonly name = 'DataDirVocabularyError';
}

/**
 * Records the vocabulary in a new data directory and compares it in an existing one. Names of groups, namespaces and
 * signers are part of the stored objects, so a server of another vocabulary would find half of them and create the rest
 * again. Call it while the store is locked. @throws DataDirVocabularyError; nothing was written then.
 */
export async function claimVocabulary(dataDir: string, wanted: VocabularyName): Promise<void> {
  const file = vocabularyFile(dataDir);
  const noted = (await readTextIfPresent(file))?.trim();
  const made = noted ?? (await vocabularyOfAuthority(dataDir));
  if (made !== undefined && made !== wanted) {
    const isKnown = VOCABULARY_NAMES.some((name) => name === made);
    throw new DataDirVocabularyError(
      isKnown
        ? `the data directory ${dataDir} was made with --vocabulary=${made}: start with that, or name another directory with --data-dir`
        : `${file} says ${JSON.stringify(made)}, which is not a vocabulary: write there the one the directory was made with (${VOCABULARY_NAMES.join(' or ')})`,
    );
  }
  if (noted === undefined) await writeWhole(file, `${wanted}\n`, PUBLIC_MODE);
}

/** For directories older than the file: their CA is named after the product. Undefined in a new directory. */
async function vocabularyOfAuthority(dataDir: string): Promise<VocabularyName | undefined> {
  const pem = await readTextIfPresent(join(pkiDirectory(dataDir), 'ca.crt'));
  if (pem === undefined) return undefined;
  let subject: string;
  try {
    subject = new X509Certificate(pem).subject;
  } catch {
    return undefined; // no certificate: the next reader reports it
  }
  return VOCABULARY_NAMES.find((name) => isAuthorityOf(vocabularies[name].product, subject));
}
