import type { Clock } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { apiAudiencesOf, tokenIssuersOf } from './api-audiences.js';
import type { ServiceAccountOptions } from './service-account-options.js';
import { TokenIssuer } from './token-issuer.js';
import type { TokenKeys } from './token-keys.js';

/** Lifetime that pods ask for; an odd number, so that it is known again. Unit: seconds. */
export const POD_TOKEN_SECONDS = 3_607;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** Keys, issuer, audiences and lifetimes of service account tokens. An injection token. */
export abstract class ServiceAccountTokens {
  abstract readonly keys: TokenKeys;
  abstract readonly issuer: TokenIssuer;
  /** `iss` of issued tokens. */
  abstract readonly issuerName: string;
  /** Audiences of tokens whose request names none. */
  abstract readonly apiAudiences: readonly string[];
  /** The lifetime that is granted for a requested one. */
  abstract readonly lifetime: (asked: AskedLifetime) => GrantedLifetime;
}

/** What decides how long a token lives. */
interface AskedLifetime {
  /** Unit: seconds. */
  readonly seconds: number;
  readonly forPod: boolean;
  readonly audiences: readonly string[];
}

/** Units: seconds. */
export interface GrantedLifetime {
  readonly lifetime: number;
  /** After this its holder is told that a new one is due; undefined where the lifetime says it. */
  readonly warnAfter?: number;
}

export function serviceAccountTokens(
  options: ServiceAccountOptions,
  keys: TokenKeys,
  {
    vocabulary,
    clock,
    newId,
  }: { readonly vocabulary: Vocabulary; readonly clock: Clock; readonly newId: () => string },
): ServiceAccountTokens {
  const [issuerName = ''] = tokenIssuersOf(options, vocabulary);
  const apiAudiences = apiAudiencesOf(options, vocabulary);
  const { maxExpirationSeconds, extendExpiration } = options;
  return {
    keys,
    issuer: new TokenIssuer(keys, issuerName, vocabulary, clock, newId),
    issuerName,
    apiAudiences,
    lifetime: ({ seconds, forPod, audiences }) => {
      const capped = maxExpirationSeconds > 0 ? Math.min(seconds, maxExpirationSeconds) : seconds; // D-030: without a word
      // Clients that read their token once only, at start, are given time to learn better; for others it is only this server.
      const extended =
        extendExpiration && forPod && capped === POD_TOKEN_SECONDS && sameMembers(audiences, apiAudiences);
      return extended ? { lifetime: YEAR_SECONDS, warnAfter: capped } : { lifetime: capped };
    },
  };
}

const sameMembers = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((one) => right.includes(one));
