import type { Program } from '@orch/expressions';
import type { RequiredClaim } from './oidc-options.js';

/** One accepted issuer, from flags or file. */
export interface IssuerSettings {
  readonly source: IssuerSource;
  /** A token must have at least one of them. */
  readonly audiences: readonly string[];
  readonly signingAlgorithms: readonly string[];
  readonly mappings: ClaimMappings;
  readonly requiredClaims: readonly RequiredClaim[];
  /** Rules for `claims`. Default: none. */
  readonly claimRules?: readonly ValidationRule[];
  /** Rules for the mapped `user`. Default: none. */
  readonly userRules?: readonly ValidationRule[];
  /**
   * Whether tokens with another `typ` than `JWT` are rejected, such as access tokens (`at+jwt`): those authorize calls
   * to the provider's own API and do not authenticate a user (B-034).
   */
  readonly idTokensOnly: boolean;
}

/** URLs and CAs of an issuer. */
export interface IssuerSource {
  /** Exactly as in tokens and the discovery document (B-046). */
  readonly issuer: string;
  /** Complete URL of the discovery document. */
  readonly discoveryUrl: string;
  /** PEM certificates of CAs; undefined: those trusted by the host. */
  readonly authorities: readonly string[] | undefined;
}

/** Mapping of claims to parts of a user. Programs are evaluated on `claims`. */
export interface ClaimMappings {
  readonly username: PrefixedClaim | Computed;
  readonly groups?: PrefixedClaim | Computed;
  readonly uid?: { readonly claim: string } | Computed;
  readonly extra?: readonly ComputedExtra[];
}

/** A claim, and the prefix of its value. */
export interface PrefixedClaim {
  readonly claim: string;
  readonly prefix: string;
}

/** A compiled expression. */
export interface Computed {
  readonly expression: Program;
}

/** Values under a key of a user's `extra`. */
export interface ComputedExtra extends Computed {
  readonly key: string;
}

/** An expression that must be true, or the token is rejected. */
export interface ValidationRule extends Computed {
  /** For the log, when it fails. */
  readonly message: string;
}

/** Default URL of the discovery document: below the issuer URL (B-046). */
export const discoveryUrlOf = (issuer: string): string =>
  `${issuer.endsWith('/') ? issuer.slice(0, -1) : issuer}/.well-known/openid-configuration`;
