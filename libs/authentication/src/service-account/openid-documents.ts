import type { TokenKeys } from './token-keys.js';

export const JWKS_PATH = '/openid/v1/jwks';
export const OPENID_CONFIGURATION_PATH = '/.well-known/openid-configuration';

/**
 * The OpenID discovery document of issuer and keys (D-046). Undefined: the issuer is not a URL, so it cannot be
 * discovered.
 */
export function openIdConfiguration(issuer: string, jwksUri: string, keys: TokenKeys): object | undefined {
  if (!issuer.startsWith('https://')) return undefined;
  return {
    issuer,
    jwks_uri: jwksUri,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.all.map(({ algorithm }) => algorithm))].sort(),
  };
}

/** The public parts of all keys, by RFC 7517 (D-047). */
export const jsonWebKeySet = (keys: TokenKeys): object => ({
  keys: keys.all.map(({ algorithm, keyId, publicKey }) => ({
    use: 'sig',
    kid: keyId,
    alg: algorithm,
    ...publicKey.export({ format: 'jwk' }),
  })),
});
