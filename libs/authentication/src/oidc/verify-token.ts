import type { Clock } from '@orch/apimachinery';
import { networkTurn, type Requester } from '@orch/http';
import {
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  type LocalJWKSet,
} from 'jose';
import { InvalidCredential } from '../authenticator.js';
import type { IssuerKeys } from './issuer-keys.js';

/** Allowed clock skew of an issuer, for `nbf` and `iat`. An expired token is expired at once. */
export const CLOCK_SKEW_SECONDS = 60;
/** Keys tried for a token without a key id. */
const MAX_KEYS_TRIED = 10;

/** Requirements for a token. */
export interface TokenRules {
  /** As in `iss`. */
  readonly issuer: string;
  /** One of them must be in `aud`. */
  readonly audiences: readonly string[];
  readonly signingAlgorithms: readonly string[];
  /** See `IssuerSettings`. */
  readonly idTokensOnly: boolean;
}

/** The claims of a token, after verification of signature, issuer, audience and times. */
export type VerifiedClaims = Readonly<JWTPayload> & { readonly exp: number };

/**
 * The claims of a token that its issuer signed, for our audience, and that is valid now (B-035..B-037, B-046, B-048,
 * D-049). A token without a matching key causes a rate-limited refresh of the keys (D-054), for which thousands may wait: they continue in turns.
 * @param requester of the token, if it came with a request.
 * @throws InvalidCredential with the reason, for the log.
 */
export async function verifyToken(
  token: string,
  keys: IssuerKeys,
  rules: TokenRules,
  clock: Pick<Clock, 'now'>,
  requester?: Requester,
): Promise<VerifiedClaims> {
  const known = keys.current;
  if (!known) throw new InvalidCredential(`the issuer ${rules.issuer} was not reached yet`);
  const verifyBy = (set: LocalJWKSet): Promise<VerifiedClaims> => verifyWith(set, token, rules, clock.now());
  try {
    return await verifyBy(known).catch(async (error: unknown) => {
      if (!fitsNoKey(error)) throw error;
      const newer = await keys.refreshed();
      if (requester) await networkTurn(requester.raw);
      if (!newer) throw error;
      return verifyBy(newer);
    });
  } catch (error) {
    // Includes an unusable key of the issuer: the client cannot fix it, but is rejected.
    throw new InvalidCredential(`a token of ${rules.issuer} was refused`, { cause: error });
  }
}

async function verifyWith(set: LocalJWKSet, token: string, rules: TokenRules, nowMs: number): Promise<VerifiedClaims> {
  const { payload, protectedHeader } = await verifySignature(set, token, {
    algorithms: [...rules.signingAlgorithms],
    issuer: rules.issuer,
    audience: [...rules.audiences],
    requiredClaims: ['exp'],
    clockTolerance: CLOCK_SKEW_SECONDS,
    currentDate: new Date(nowMs),
  });
  const { exp = 0, iat, azp } = payload;
  if (exp * 1000 <= nowMs) throw new InvalidCredential('it has expired');
  if (iat !== undefined && iat * 1000 > nowMs + CLOCK_SKEW_SECONDS * 1000)
    throw new InvalidCredential('it was issued in the future');
  // Several clients may share an audience; `azp` names the one of the token, and any is accepted (B-041).
  if (azp !== undefined && typeof azp !== 'string') throw new InvalidCredential('its azp is not a string');
  const { typ } = protectedHeader;
  if (rules.idTokensOnly && typ !== undefined && String(typ).toLowerCase() !== 'jwt')
    throw new InvalidCredential('not an ID token: its typ is another');
  return payload as VerifiedClaims;
}

/** Tries all possible keys, where the token has no key id. */
async function verifySignature(set: LocalJWKSet, token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, set, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return tryEach(error, token, options);
  }
}

async function tryEach(
  candidates: errors.JWKSMultipleMatchingKeys,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  let tried = 0;
  for await (const key of candidates) {
    try {
      return await jwtVerify(token, key, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed) || ++tried === MAX_KEYS_TRIED) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** The issuer may have replaced its keys, perhaps under the old id. */
const fitsNoKey = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
