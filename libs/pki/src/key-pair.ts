import { createPrivateKey, generateKeyPair, KeyObject, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { PkiError } from './pki-error.js';

/** Which kind of key to make. `EC` is P-256, `RSA` has 2048 bits. */
export type KeyType = 'EC' | 'RSA' | 'Ed25519';

export type CryptoKey = webcrypto.CryptoKey;
export interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

type SigningAlgorithm = webcrypto.Algorithm & { namedCurve?: string; hash?: string };

/** Hashes as strong as the curve. */
const CURVES: ReadonlyMap<string, { namedCurve: string; hash: string }> = new Map([
  ['prime256v1', { namedCurve: 'P-256', hash: 'SHA-256' }],
  ['secp384r1', { namedCurve: 'P-384', hash: 'SHA-384' }],
  ['secp521r1', { namedCurve: 'P-521', hash: 'SHA-512' }],
]);

const RSA: SigningAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

const GENERATE = {
  EC: { name: 'ECDSA', namedCurve: 'P-256' },
  RSA: { ...RSA, publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 },
  Ed25519: { name: 'Ed25519' },
} as const;

/** Generates a key pair with an exportable private key. */
export async function generateSigningKeys(type: KeyType): Promise<KeyPair> {
  const made = await webcrypto.subtle.generateKey(GENERATE[type] as webcrypto.EcKeyGenParams, true, ['sign', 'verify']);
  return made as webcrypto.CryptoKeyPair;
}

/** Unencrypted PEM, as `traditionalKeyPem` writes it. */
export const privateKeyToPem = (key: CryptoKey): string => keyObjectToPem(KeyObject.from(key));

/**
 * A private key in the form of its own type, which all clients read: `BEGIN EC PRIVATE KEY` (SEC1), `BEGIN RSA PRIVATE KEY` (PKCS#1). Others
 * have none and are PKCS#8. Unencrypted.
 * @param pem in any of these forms.
 * @throws PkiError InvalidAuthority when it cannot be read.
 */
export const traditionalKeyPem = (pem: string): string => keyObjectToPem(readPrivateKey(pem));

function keyObjectToPem(key: KeyObject): string {
  const type = key.asymmetricKeyType === 'ec' ? 'sec1' : key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'pkcs8';
  return key.export({ type, format: 'pem' }).toString();
}

/** A private key ready to sign, with the algorithm it signs with. */
export interface ImportedSigningKey {
  readonly key: CryptoKey;
  readonly algorithm: SigningAlgorithm;
}

/**
 * Reads an unencrypted private key: PKCS#8, PKCS#1 (`RSA PRIVATE KEY`) or SEC1 (`EC PRIVATE KEY`).
 * @throws PkiError InvalidAuthority when it cannot be read; UnsupportedKey.
 */
export async function importSigningKey(pem: string): Promise<ImportedSigningKey> {
  const key = readPrivateKey(pem);
  const algorithm = signingAlgorithmOf(key);
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  return {
    key: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    algorithm,
  };
}

/** @throws PkiError InvalidAuthority. */
function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new PkiError('InvalidAuthority', 'the private key cannot be read: give an unencrypted PEM key', { cause });
  }
}

/** A private key that can sign certificates. @throws PkiError InvalidAuthority, UnsupportedKey. */
export function readSigningKey(pem: string): KeyObject {
  const key = readPrivateKey(pem);
  signingAlgorithmOf(key);
  return key;
}

function signingAlgorithmOf(key: KeyObject): SigningAlgorithm {
  if (key.asymmetricKeyType === 'rsa') return RSA;
  if (key.asymmetricKeyType === 'ed25519') return { name: 'Ed25519' };
  const curve = CURVES.get(key.asymmetricKeyDetails?.namedCurve ?? '');
  if (key.asymmetricKeyType === 'ec' && curve) return { name: 'ECDSA', ...curve };
  const found = [key.asymmetricKeyType, key.asymmetricKeyDetails?.namedCurve].filter(Boolean).join(' ');
  throw new PkiError(
    'UnsupportedKey',
    `keys of type ${found} are not supported: use RSA, ECDSA P-256/P-384/P-521 or Ed25519`,
  );
}

/** PEM. */
export interface ServiceAccountKeyPair {
  readonly privateKeyPem: string;
  readonly publicKeyPem: string;
}

/**
 * The pair that signs service account tokens (`sa.key`, `sa.pub`): RSA with 2048 bits, PKCS#1 and SubjectPublicKeyInfo.
 * Made on the thread pool: it takes a tenth of a second or more.
 */
export async function createServiceAccountKeyPair(): Promise<ServiceAccountKeyPair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { privateKeyPem: privateKey, publicKeyPem: publicKey };
}
