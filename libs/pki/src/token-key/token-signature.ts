import { sign, verify } from 'node:crypto';
import type { SigningTokenKey, TokenAlgorithm, TokenKey } from './token-key.js';

const HASHES: Readonly<Record<TokenAlgorithm, string>> = {
  RS256: 'sha256',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
};

/** A signed token in its compact form (RFC 7515), with `alg` and `kid` in its header (D-035). */
export function signToken(key: SigningTokenKey, claims: object): string {
  const input = `${part({ alg: key.algorithm, kid: key.keyId })}.${part(claims)}`;
  const signature = sign(HASHES[key.algorithm], Buffer.from(input), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${input}.${signature.toString('base64url')}`;
}

/**
 * Whether `signature` is that of the key, by the algorithm of the key.
 * @param input encoded header and claims of the token, with the dot between them.
 */
export const isSignedBy = (key: TokenKey, input: string, signature: Buffer): boolean =>
  verify(HASHES[key.algorithm], Buffer.from(input), { key: key.publicKey, dsaEncoding: 'ieee-p1363' }, signature);

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
