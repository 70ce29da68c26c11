import type { KeyObject, X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

/** Bytes after the ClientHello in which no certificate can take long: one with a key on a curve without fast code has 350, and takes 8 ms. */
const NO_CHAIN_BYTES = 512;
/** Certificates of clients and what follows them, such as a first request. More names and constraints than these bytes have take long. */
const USUAL_BYTES = 8 * 1_024;
/** Of a client with the intermediate certificates of its authority. */
const USUAL_CHAIN = 4;
/** Signature, end of the handshake and a short request: room for one certificate that is not in the chain as Node finds it, but may be in that of OpenSSL. */
const OTHER_BYTES = 1_024;
const MAX_RSA_BITS = 4_096;
const MAX_RSA_EXPONENT = 65_537n;
const FAST_CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/**
 * Whether OpenSSL may have taken long for the certificates of a client. What was measured for other handshakes is work of others, such as requests of the same poll
 * for input.
 * @param connection whose handshake ended. Undefined: it failed, so that its certificates are not known.
 * @param bytes that the client sent after its ClientHello.
 */
export function mayHaveTakenLong(
  connection: Pick<TLSSocket, 'getPeerX509Certificate'> | undefined,
  bytes: number,
): boolean {
  if (bytes <= NO_CHAIN_BYTES) return false;
  if (!connection || bytes > USUAL_BYTES) return true;
  let certificate = connection.getPeerX509Certificate();
  if (!certificate) return false;
  let otherBytes = bytes;
  for (let count = 0; certificate; count++, certificate = certificate.issuerCertificate) {
    if (count === USUAL_CHAIN || !hasFastKey(certificate)) return true;
    otherBytes -= certificate.raw.length;
  }
  return otherBytes > OTHER_BYTES;
}

function hasFastKey(certificate: X509Certificate): boolean {
  let key: KeyObject;
  try {
    key = certificate.publicKey;
  } catch {
    return false; // of a kind that OpenSSL does not know
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (type === 'ec') return FAST_CURVES.has(details?.namedCurve);
  if (type !== 'rsa') return type === 'ed25519';
  const { modulusLength = Infinity, publicExponent } = details ?? {};
  return modulusLength <= MAX_RSA_BITS && publicExponent !== undefined && publicExponent <= MAX_RSA_EXPONENT;
}
