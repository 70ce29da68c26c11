/** One issuer of OpenID Connect tokens, as the `--oidc-*` flags name it (B-045..B-061). */
export interface OidcOptions {
  /** `https://...`, as tokens have it in `iss`. */
  readonly issuerUrl: string;
  /** Whom tokens must be for (B-047, B-048). */
  readonly clientId: string;
  /** Claim that names the user. Default `sub` (B-049). */
  readonly usernameClaim: string;
  /** Put before the name. Undefined: `<issuer URL>#`, and nothing where the claim is `email`; `-` is nothing (B-050..B-054). */
  readonly usernamePrefix: string | undefined;
  /** Claim that names the groups. Undefined: tokens give no groups (B-055). */
  readonly groupsClaim: string | undefined;
  /** Put before each group. Default: nothing (B-057). */
  readonly groupsPrefix: string;
  /** Claims a token must have, each with this value (B-058, B-059). */
  readonly requiredClaims: readonly RequiredClaim[];
  /** Default `RS256` (D-049). */
  readonly signingAlgorithms: readonly string[];
  /** PEM file of the authority of the issuer's certificate. Undefined: those the host trusts (B-060, B-061). */
  readonly caFile: string | undefined;
}

/** A claim and the one text it must hold. */
export interface RequiredClaim {
  readonly claim: string;
  readonly value: string;
}
