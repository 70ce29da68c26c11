import type { Vocabulary } from '@orch/vocabulary';
import type { ServiceAccountOptions } from './service-account-options.js';

/** Who issues service account tokens: the first issues, all are taken (D-028). At least one. */
export const tokenIssuersOf = ({ issuers }: ServiceAccountOptions, vocabulary: Vocabulary): readonly string[] =>
  issuers.length > 0 ? issuers : [vocabulary.serviceAccountIssuer];

/** Whom a token has to be for that is brought to this server: the issuers, unless told otherwise (D-029). */
export const apiAudiencesOf = (options: ServiceAccountOptions, vocabulary: Vocabulary): readonly string[] =>
  options.apiAudiences.length > 0 ? options.apiAudiences : tokenIssuersOf(options, vocabulary);
