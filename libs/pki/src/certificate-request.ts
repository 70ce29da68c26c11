import type * as X509 from '@peculiar/x509';
import { PkiError } from './pki-error.js';
import { x509Library } from './x509-library.js';

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';

/** Largest request that is read, in characters of PEM: four times what an RSA 4096 key with many names needs. */
const MAX_REQUEST_CHARACTERS = 65_536;

/** What a signer needs to know of a PKCS#10 request. */
export interface CertificateRequestInfo {
  /** The last common name; empty when there is none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
  /** Alternative names of a form that is never issued (directory name, other name, ...). */
  readonly otherNameCount: number;
  readonly publicKeyType: 'RSA' | 'ECDSA' | 'Ed25519' | 'other';
  /** Object identifiers of the extensions asked for. */
  readonly extensionOids: readonly string[];
  /** The request asks to become an authority. */
  readonly isCa: boolean;
  /** The request is signed by the key it holds. */
  readonly signatureValid: boolean;
}

/**
 * Reads `-----BEGIN CERTIFICATE REQUEST-----`. A bad signature is told in the answer, not thrown.
 * @throws PkiError InvalidRequest.
 */
export async function parseCertificateRequest(requestPem: string): Promise<CertificateRequestInfo> {
  const library = await x509Library();
  return describeRequest(openRequest(library, requestPem));
}

/** @throws PkiError InvalidRequest. */
export function openRequest(library: typeof X509, requestPem: string): X509.Pkcs10CertificateRequest {
  if (requestPem.length > MAX_REQUEST_CHARACTERS) {
    throw new PkiError('InvalidRequest', `the certificate request is longer than ${MAX_REQUEST_CHARACTERS} characters`);
  }
  try {
    const [first] = library.PemConverter.decodeWithHeaders(requestPem);
    if (first?.type !== 'CERTIFICATE REQUEST' && first?.type !== 'NEW CERTIFICATE REQUEST') {
      throw new PkiError('InvalidRequest', 'PEM block type must be CERTIFICATE REQUEST');
    }
    const request = new library.Pkcs10CertificateRequest(first.rawData);
    void request.extensions; // parsed at first use; read here so that damage shows as InvalidRequest
    return request;
  } catch (cause) {
    if (cause instanceof PkiError) throw cause;
    throw new PkiError('InvalidRequest', 'the certificate request cannot be read: give a PEM encoded PKCS#10 request', {
      cause,
    });
  }
}

/** @throws PkiError InvalidRequest when an extension cannot be read. */
export async function describeRequest(request: X509.Pkcs10CertificateRequest): Promise<CertificateRequestInfo> {
  const names = alternativeNames(request);
  const ofType = (type: X509.GeneralNameType) => names.filter((name) => name.type === type).map((name) => name.value);
  const known = names.filter((name) => ISSUABLE_NAMES.has(name.type));
  return {
    commonName: request.subjectName.getField('CN').at(-1) ?? '',
    organizations: request.subjectName.getField('O'),
    dnsNames: ofType('dns'),
    ipAddresses: ofType('ip'),
    emails: ofType('email'),
    uris: ofType('url'),
    otherNameCount: names.length - known.length,
    publicKeyType: publicKeyTypeOf(request.publicKey.algorithm.name),
    extensionOids: request.extensions.map((extension) => extension.type),
    isCa: asksForAuthority(request),
    signatureValid: await signatureValid(request),
  };
}

/** Forms of alternative names that are copied into certificates. */
export const ISSUABLE_NAMES: ReadonlySet<X509.GeneralNameType> = new Set(['dns', 'ip', 'email', 'url']);

/** Asked for by object identifier: on a request the library finds nothing when asked by class. */
export function alternativeNames(request: X509.Pkcs10CertificateRequest): X509.JsonGeneralNames {
  const extension = request.getExtension(SUBJECT_ALTERNATIVE_NAME);
  return extension ? (extension as X509.SubjectAlternativeNameExtension).names.toJSON() : [];
}

function asksForAuthority(request: X509.Pkcs10CertificateRequest): boolean {
  const extension = request.getExtension(BASIC_CONSTRAINTS);
  return extension !== null && (extension as X509.BasicConstraintsExtension).ca;
}

function publicKeyTypeOf(algorithm: string): CertificateRequestInfo['publicKeyType'] {
  if (algorithm.startsWith('RSA')) return 'RSA';
  if (algorithm === 'ECDSA') return 'ECDSA';
  return algorithm === 'Ed25519' ? 'Ed25519' : 'other';
}

async function signatureValid(request: X509.Pkcs10CertificateRequest): Promise<boolean> {
  try {
    return await request.verify();
  } catch {
    return false; // an algorithm or curve this machine cannot verify counts as unverified
  }
}
