import type { Vocabulary } from '@orch/vocabulary';

/** Whom a token has to be for that is brought to this server: the issuer's own name, unless told otherwise (D-029). */
export const apiAudiencesOf = (vocabulary: Vocabulary): readonly string[] => [vocabulary.serviceAccountIssuer];
