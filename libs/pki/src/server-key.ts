import { createPrivateKey, type KeyObject } from 'node:crypto';
import { childrenOf, DER, derElements } from './encoding/der.js';

/** Longer than any key of a server. Unit: bytes. */
const MAX_KEY_BYTES = 65_536;
/** Object identifiers of the keys that a server can have, DER: RSA, elliptic curves, Ed25519. */
const ALGORITHMS: ReadonlySet<string> = new Set(['2a864886f70d010101', '2a8648ce3d0201', '2b6570']);
const FORMS: ReadonlyMap<number | undefined, 'pkcs1' | 'pkcs8' | 'sec1'> = new Map([
  [DER.integer, 'pkcs1'],
  [DER.sequence, 'pkcs8'],
  [DER.octetString, 'sec1'],
]);

/**
 * The private key of a server for TLS, which a client sent, in DER: PKCS#1, PKCS#8 or SEC 1. Undefined when it cannot be read, or is of another
 * kind: the library computes the public half of such a key before its kind is known, which takes hours for one of some ten thousand bits.
 */
export function serverKeyOf(der: Buffer): KeyObject | undefined {
  const [, second] = (der.length <= MAX_KEY_BYTES && childrenOf(derElements(der)?.[0], DER.sequence)) || [];
  const type = FORMS.get(second?.tag);
  if (!type) return undefined;
  const algorithm = childrenOf(second, DER.sequence)?.[0]?.content.toString('hex') ?? '';
  if (type === 'pkcs8' && !ALGORITHMS.has(algorithm)) return undefined;
  try {
    return createPrivateKey({ key: der, format: 'der', type });
  } catch {
    return undefined; // clients may send anything
  }
}
