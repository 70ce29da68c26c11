import { kubernetesVocabulary } from './kubernetes.js';
import { orchVocabulary } from './orch.js';
import type { Vocabulary, VocabularyName } from './vocabulary.js';

export const VOCABULARY_NAMES: readonly VocabularyName[] = ['orch', 'kubernetes'];

/** Both vocabularies, by name. */
export const vocabularies: Readonly<Record<VocabularyName, Vocabulary>> = {
  orch: orchVocabulary,
  kubernetes: kubernetesVocabulary,
};

/** The vocabulary of a server that offers CBOR, too. */
export const withCbor = (vocabulary: Vocabulary): Vocabulary => ({
  ...vocabulary,
  mediaTypes: { ...vocabulary.mediaTypes, offersCbor: true },
});

/** Environment variable that names the vocabulary when no flag does. */
export const VOCABULARY_ENVIRONMENT = 'ORCH_VOCABULARY';

/** @throws RangeError that names the known vocabularies. */
export function vocabularyByName(name: string): Vocabulary {
  if (name === 'orch' || name === 'kubernetes') return vocabularies[name];
  throw new RangeError(`unknown vocabulary "${name}": use one of ${VOCABULARY_NAMES.join(', ')}`);
}
