/** One OpenID Connect issuer of the `--oidc-*` flags (B-045..B-061). */
export interface OidcOptions {
  /** `https://...`, as tokens have it in `iss`. */
  readonly issuerUrl: string;
  /** Required audience of tokens (B-047, B-048). */
  readonly clientId: string;
  /** Claim with the user name. Default `sub` (B-049). */
  readonly usernameClaim: string;
  /** Prefix of user names. Undefined: `<issuer URL>#`, and none for the claim `email`; `-` is none (B-050..B-054). */
  readonly usernamePrefix: string | undefined;
  /** Claim with the groups. Undefined: no groups (B-055). */
  readonly groupsClaim: string | undefined;
  /** Prefix of groups. Default: none (B-057). */
  readonly groupsPrefix: string;
  /** Required claims and their values (B-058, B-059). */
  readonly requiredClaims: readonly RequiredClaim[];
  /** Default `RS256` (D-049). */
  readonly signingAlgorithms: readonly string[];
  /** PEM file of the CA of the issuer's certificate. Undefined: those trusted by the host (B-060, B-061). */
  readonly caFile: string | undefined;
}

/** A claim and its required value. */
export interface RequiredClaim {
  readonly claim: string;
  readonly value: string;
}
