import { childrenOf, DER, derElements, type DerElement } from '../encoding/der.js';
import { pemBlocks } from '../encoding/pem.js';
import { PkiError } from '../pki-error.js';
import { type CertificateSubject, readSubject } from '../subject/certificate-subject.js';

/** Maximum size of a request, in characters of PEM or bytes of DER: four times that of an RSA 4096 key with many names. */
const MAX_REQUEST = 65_536;

/** Object identifier of the attribute with the requested extensions (PKCS#9), DER. */
const EXTENSION_REQUEST = Buffer.from('2a864886f70d01090e', 'hex');

/** A PKCS#10 request, as far as it can be read without its signature. */
export interface CertificateRequest {
  readonly der: Buffer;
  readonly subject: CertificateSubject;
}

/** A request with what its signature is checked with. */
export interface RequestParts extends CertificateRequest {
  /** What is signed. */
  readonly info: Buffer;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
  readonly algorithm: DerElement;
  readonly signature: Buffer;
}

/**
 * Reads the first PEM block of a text, which must be a certificate request. Does not check its signature.
 * @throws PkiError InvalidRequest, InvalidSubject.
 */
export function readCertificateRequest(pem: string): CertificateRequest {
  if (pem.length > MAX_REQUEST) {
    throw new PkiError('InvalidRequest', `the certificate request is longer than ${MAX_REQUEST} characters`);
  }
  const [block] = pemBlocks(pem);
  if (block?.label !== 'CERTIFICATE REQUEST') {
    throw new PkiError('InvalidRequest', 'PEM block type must be CERTIFICATE REQUEST');
  }
  const { der, subject } = requestParts(block.der);
  return { der, subject };
}

/**
 * Parts of a request in DER. Does not check its signature.
 * @throws PkiError InvalidRequest, InvalidSubject.
 */
export function requestParts(der: Buffer): RequestParts {
  if (der.length > MAX_REQUEST) {
    throw new PkiError('InvalidRequest', `the certificate request is longer than ${MAX_REQUEST} bytes`);
  }
  const [request, ...trailing] = derElements(der) ?? [];
  const [info, algorithm, signature, ...more] = childrenOf(request, DER.sequence) ?? [];
  if (algorithm?.tag !== DER.sequence || signature?.tag !== DER.bitString || trailing.length + more.length > 0) {
    return unreadable();
  }
  const [version, subject, publicKey, attributes, ...rest] = childrenOf(info, DER.sequence) ?? [];
  const isRequest = version?.tag === DER.integer && version.content.equals(Buffer.of(0)) && rest.length === 0;
  if (!isRequest || !childrenOf(publicKey, DER.sequence)) return unreadable();
  if (attributes) checkExtensions(attributes);
  return {
    der,
    subject: readSubject(subject),
    info: info!.raw,
    publicKey: publicKey!.raw,
    algorithm,
    // After the number of unused bits.
    signature: signature.content.subarray(1),
  };
}

/** One list of extensions, each once: of two, one reader would see the first and another the last. */
function checkExtensions(attributes: DerElement): void {
  const lists = (childrenOf(attributes, DER.context0) ?? unreadable()).flatMap((attribute) => {
    const [type, values] = childrenOf(attribute, DER.sequence) ?? unreadable();
    return type?.content.equals(EXTENSION_REQUEST) === true ? (childrenOf(values, DER.set) ?? unreadable()) : [];
  });
  if (lists.length > 1) throw new PkiError('InvalidRequest', 'the certificate request has several lists of extensions');
  const types = (lists[0] ? (childrenOf(lists[0], DER.sequence) ?? unreadable()) : []).map((extension) => {
    const [type] = childrenOf(extension, DER.sequence) ?? unreadable();
    return type?.tag === DER.objectIdentifier ? type.content.toString('hex') : unreadable();
  });
  if (new Set(types).size < types.length) {
    throw new PkiError('InvalidRequest', 'the certificate request has an extension twice');
  }
}

function unreadable(): never {
  throw new PkiError('InvalidRequest', 'the certificate request cannot be read: give a PEM encoded PKCS#10 request');
}
