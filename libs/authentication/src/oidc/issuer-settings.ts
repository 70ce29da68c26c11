import type { Program } from '@orch/expressions';
import type { RequiredClaim } from './oidc-options.js';

/** One issuer whose tokens are taken, however it was configured. */
export interface IssuerSettings {
  readonly source: IssuerSource;
  /** A token must be for one of them, at least one. */
  readonly audiences: readonly string[];
  readonly signingAlgorithms: readonly string[];
  readonly mappings: ClaimMappings;
  readonly requiredClaims: readonly RequiredClaim[];
  /** What has to be true of `claims`. Default: nothing more. */
  readonly claimRules?: readonly ValidationRule[];
  /** What has to be true of the `user` that was made of them. Default: nothing more. */
  readonly userRules?: readonly ValidationRule[];
  /**
   * Whether tokens that call themselves something other than `JWT` are refused, such as access tokens (`at+jwt`): what a
   * client may do at a provider's own API is not who somebody is (B-034).
   */
  readonly idTokensOnly: boolean;
}

/** Where the keys of an issuer are found. */
export interface IssuerSource {
  /** As tokens and the discovery document have it, letter by letter (B-046). */
  readonly issuer: string;
  /** Whole URL of the discovery document. */
  readonly discoveryUrl: string;
  /** PEM certificates of authorities; undefined: those the host trusts. */
  readonly authorities: readonly string[] | undefined;
}

/** What becomes which part of a user. Programs are evaluated on `claims`. */
export interface ClaimMappings {
  readonly username: PrefixedClaim | Computed;
  readonly groups?: PrefixedClaim | Computed;
  readonly uid?: { readonly claim: string } | Computed;
  readonly extra?: readonly ComputedExtra[];
}

/** A claim, and what is put before its value. */
export interface PrefixedClaim {
  readonly claim: string;
  readonly prefix: string;
}

/** What an expression makes of the claims. */
export interface Computed {
  readonly expression: Program;
}

/** Values under a key of a user's `extra`. */
export interface ComputedExtra extends Computed {
  readonly key: string;
}

/** What has to be true, or the token is refused. */
export interface ValidationRule extends Computed {
  /** For the log, when it is not. */
  readonly message: string;
}

/** Where the discovery document of an issuer stands, unless told otherwise: below its URL (B-046). */
export const discoveryUrlOf = (issuer: string): string =>
  `${issuer.endsWith('/') ? issuer.slice(0, -1) : issuer}/.well-known/openid-configuration`;
