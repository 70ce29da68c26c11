import { constants, createPublicKey, verify, type KeyObject, type VerifyKeyObjectInput } from 'node:crypto';
import { childrenOf, DER } from '../encoding/der.js';
import { PkiError } from '../pki-error.js';
import { requestParts } from './read-request.js';

/** Hashes of signature algorithms by object identifier, DER; null: the algorithm has its own. */
const HASHES: ReadonlyMap<string, string | null> = new Map([
  ['2a864886f70d010105', 'sha1'], // RSA with PKCS#1 v1.5
  ['2a864886f70d01010b', 'sha256'],
  ['2a864886f70d01010c', 'sha384'],
  ['2a864886f70d01010d', 'sha512'],
  ['2a8648ce3d0401', 'sha1'], // ECDSA
  ['2a8648ce3d040302', 'sha256'],
  ['2a8648ce3d040303', 'sha384'],
  ['2a8648ce3d040304', 'sha512'],
  ['2b6570', null], // Ed25519
]);

/** RSA-PSS, whose parameters name the hash. */
const PSS = '2a864886f70d01010a';
const PSS_HASHES = ['sha256', 'sha384', 'sha512'];

/**
 * The public key of a PKCS#10 request in DER, after a check that the request is signed by it.
 * @throws PkiError InvalidRequest (unreadable, of another signature algorithm, or its signature does not verify), InvalidSubject.
 */
export function verifiedRequestKey(der: Buffer): KeyObject {
  const { info, publicKey, algorithm, signature } = requestParts(der);
  const key = publicKeyOf(publicKey);
  const oid = childrenOf(algorithm, DER.sequence)?.[0]?.content.toString('hex') ?? '';
  const hashes = oid === PSS ? PSS_HASHES : [HASHES.get(oid)].filter((hash) => hash !== undefined);
  const padding = oid === PSS ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  if (!key || !hashes.some((hash) => isSigned(info, hash, { key, ...padding }, signature))) {
    throw new PkiError('InvalidRequest', 'the signature of the certificate request does not verify');
  }
  return key;
}

/** A public key in DER (SubjectPublicKeyInfo); undefined when it cannot be read. */
export function publicKeyOf(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined; // clients may send anything
  }
}

/** A key of another type than the algorithm's makes the library throw. */
function isSigned(data: Buffer, hash: string | null, key: VerifyKeyObjectInput, signature: Buffer): boolean {
  try {
    return verify(hash, data, key, signature);
  } catch {
    return false;
  }
}
