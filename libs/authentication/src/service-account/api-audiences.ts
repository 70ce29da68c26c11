import type { Vocabulary } from '@orch/vocabulary';
import type { ServiceAccountOptions } from './service-account-options.js';

/** Issuers of service account tokens: the first issues, all are accepted (D-028). At least one. */
export const tokenIssuersOf = ({ issuers }: ServiceAccountOptions, vocabulary: Vocabulary): readonly string[] =>
  issuers.length > 0 ? issuers : [vocabulary.serviceAccountIssuer];

/** Accepted audiences of tokens: the issuers by default (D-029). */
export const apiAudiencesOf = (options: ServiceAccountOptions, vocabulary: Vocabulary): readonly string[] =>
  options.apiAudiences.length > 0 ? options.apiAudiences : tokenIssuersOf(options, vocabulary);
