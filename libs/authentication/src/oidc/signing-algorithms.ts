/** What tokens may be signed with: public keys only, so neither `none` nor a shared secret can ever be configured (D-049). */
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

/** Those of `--oidc-signing-algs` when it is not given. A configuration file names none and allows all. */
export const DEFAULT_SIGNING_ALGORITHMS: readonly string[] = ['RS256'];
