import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { PkiError } from '../pki-error.js';

/** Signature algorithm of a token (D-035): depends on the type of the key only, never on the token header. */
export type TokenAlgorithm = 'RS256' | 'ES256' | 'ES384' | 'ES512';

/** A key of service account tokens. */
export interface TokenKey {
  readonly algorithm: TokenAlgorithm;
  /** `kid`: base64url of the SHA-256 of the public key (SubjectPublicKeyInfo, DER). The same for both halves. */
  readonly keyId: string;
  readonly publicKey: KeyObject;
}

/** One that signs, too. */
export interface SigningTokenKey extends TokenKey {
  readonly privateKey: KeyObject;
}

/** RFC 7518, section 3.3. */
const LEAST_RSA_BITS = 2_048;

const BY_CURVE: ReadonlyMap<string | undefined, TokenAlgorithm> = new Map([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
]);

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;
const PRIVATE = new Set(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY']);
const PUBLIC = new Set(['PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE']);

/**
 * Every key of a PEM text, private and public ones, and the keys of certificates, in order. Other blocks (`EC PARAMETERS`) are
 * passed over.
 * @throws PkiError InvalidTokenKey when there is no key or one cannot be read (an encrypted one cannot); UnsupportedKey.
 */
export function readTokenKeys(pem: string): readonly (TokenKey | SigningTokenKey)[] {
  const keys: TokenKey[] = [];
  for (const [block, label = ''] of pem.matchAll(BLOCK)) {
    if (PRIVATE.has(label) || label === 'ENCRYPTED PRIVATE KEY') keys.push(readPrivate(block));
    else if (PUBLIC.has(label)) keys.push(tokenKeyOf(readOr(() => createPublicKey(block))));
  }
  if (keys.length === 0) throw new PkiError('InvalidTokenKey', 'it holds no key: give RSA or ECDSA keys in PEM');
  return keys;
}

/** Whether a key is one that signs. */
export const signsTokens = (key: TokenKey): key is SigningTokenKey => 'privateKey' in key;

function readPrivate(block: string): SigningTokenKey {
  const privateKey = readOr(() => createPrivateKey(block));
  return { ...tokenKeyOf(createPublicKey(privateKey)), privateKey };
}

function readOr(read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch (cause) {
    throw new PkiError('InvalidTokenKey', 'a key in it cannot be read: give unencrypted RSA or ECDSA keys in PEM', {
      cause,
    });
  }
}

function tokenKeyOf(publicKey: KeyObject): TokenKey {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { algorithm: algorithmOf(publicKey), keyId: createHash('sha256').update(der).digest('base64url'), publicKey };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): TokenAlgorithm {
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (asymmetricKeyType === 'rsa' && bits >= LEAST_RSA_BITS) return 'RS256';
  const algorithm = asymmetricKeyType === 'ec' ? BY_CURVE.get(asymmetricKeyDetails?.namedCurve) : undefined;
  if (algorithm) return algorithm;
  const found = [asymmetricKeyType, asymmetricKeyDetails?.namedCurve, bits > 0 ? `${bits} bits` : undefined];
  throw new PkiError(
    'UnsupportedKey',
    `tokens cannot be signed with a key of type ${found.filter(Boolean).join(', ')}: use RSA from ${LEAST_RSA_BITS} bits or ` +
      'ECDSA P-256, P-384 or P-521',
  );
}
