/**
 * Names that differ between the vocabularies `orch` and `kubernetes`.
 * @module @orch/vocabulary
 */
export type { Answers } from './answers.js';
export { VOCABULARY_ENVIRONMENT, VOCABULARY_NAMES, vocabularies, vocabularyByName, withCbor } from './vocabularies.js';
export { type GroupName, Vocabulary, type VocabularyName } from './vocabulary.js';
