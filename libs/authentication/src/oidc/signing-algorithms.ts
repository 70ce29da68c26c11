/**
 * Supported signature algorithms: public keys only, so neither `none` nor a shared secret can be configured (D-049).
 */
export const SIGNING_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
];

/** Default of `--oidc-signing-algs`. A configuration file has no such field and allows all. */
export const DEFAULT_SIGNING_ALGORITHMS: readonly string[] = ['RS256'];
