import type { Clock } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { apiAudiencesOf, tokenIssuersOf } from './api-audiences.js';
import type { ServiceAccountOptions } from './service-account-options.js';
import { TokenIssuer } from './token-issuer.js';
import type { TokenKeys } from './token-keys.js';

/** Lifetime that pods request; an odd number, so that it can be recognized. Unit: seconds. */
export const POD_TOKEN_SECONDS = 3_607;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** Keys, issuer, audiences and lifetimes of service account tokens. An injection token. */
export abstract class ServiceAccountTokens {
  abstract readonly keys: TokenKeys;
  abstract readonly issuer: TokenIssuer;
  /** `iss` of issued tokens. */
  abstract readonly issuerName: string;
  /** Default audiences of requested tokens. */
  abstract readonly apiAudiences: readonly string[];
  /** The granted lifetime for a requested one. */
  abstract readonly lifetime: (requested: RequestedLifetime) => GrantedLifetime;
}

/** What determines the lifetime of a token. */
interface RequestedLifetime {
  /** Unit: seconds. */
  readonly seconds: number;
  readonly forPod: boolean;
  readonly audiences: readonly string[];
}

/** Units: seconds. */
export interface GrantedLifetime {
  readonly lifetime: number;
  /** After this a new token is due; undefined when that is its expiry. */
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
      const capped = maxExpirationSeconds > 0 ? Math.min(seconds, maxExpirationSeconds) : seconds; // D-030: silently
      // Clients that read their token only at the start get time to be fixed; only for this server.
      const extended =
        extendExpiration && forPod && capped === POD_TOKEN_SECONDS && sameMembers(audiences, apiAudiences);
      return extended ? { lifetime: YEAR_SECONDS, warnAfter: capped } : { lifetime: capped };
    },
  };
}

const sameMembers = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((one) => right.includes(one));
