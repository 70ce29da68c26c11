import type * as X509 from '@peculiar/x509';
import { countElements } from '../encoding/der.js';
import { PkiError } from '../pki-error.js';
import type { CertificateSubject } from '../subject/certificate-subject.js';
import { x509Library } from '../x509-library.js';
import { readCertificateRequest } from './read-request.js';

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const BASIC_CONSTRAINTS = '2.5.29.19';

/** Elements of a request, such as names: the library takes 50 ms and more for a thousand. Real requests have some dozens. */
const MAX_ELEMENTS = 1_000;

/** The parts of a PKCS#10 request that a signer evaluates. */
export interface CertificateRequestInfo extends CertificateSubject {
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
  /** Alternative names of a form that is never issued (directory name, other name, ...). */
  readonly otherNameCount: number;
  readonly publicKeyType: 'RSA' | 'ECDSA' | 'Ed25519' | 'other';
  /** Length of an RSA modulus, rounded to bytes. Unit: bits. Undefined for other keys. */
  readonly rsaBits?: number | undefined;
  /** Object identifiers of the requested extensions. */
  readonly extensionOids: readonly string[];
  /** Requests a CA certificate. */
  readonly isCa: boolean;
  /** The request is signed by the key it holds. */
  readonly signatureValid: boolean;
}

/** A request that was read, for the library that signs. */
export interface OpenedRequest {
  readonly request: X509.Pkcs10CertificateRequest;
  readonly subject: CertificateSubject;
}

/**
 * Reads `-----BEGIN CERTIFICATE REQUEST-----`. A bad signature is a part of the result, not an error.
 * @throws PkiError InvalidRequest, InvalidSubject.
 */
export async function parseCertificateRequest(requestPem: string): Promise<CertificateRequestInfo> {
  const library = await x509Library();
  return describeRequest(openRequest(library, requestPem));
}

/** @throws PkiError InvalidRequest, InvalidSubject. */
export function openRequest(library: typeof X509, requestPem: string): OpenedRequest {
  const { der, subject } = readCertificateRequest(requestPem);
  if (countElements(der, MAX_ELEMENTS) === MAX_ELEMENTS) {
    throw new PkiError('InvalidRequest', `the certificate request has ${MAX_ELEMENTS} names and other parts, or more`);
  }
  try {
    const request = new library.Pkcs10CertificateRequest(new Uint8Array(der));
    void request.extensions; // parsed at first use; read here so that damage shows as InvalidRequest
    return { request, subject };
  } catch (cause) {
    throw new PkiError('InvalidRequest', 'the certificate request cannot be read: give a PEM encoded PKCS#10 request', {
      cause,
    });
  }
}

/** @throws PkiError InvalidRequest when an extension cannot be read. */
export async function describeRequest({ request, subject }: OpenedRequest): Promise<CertificateRequestInfo> {
  const names = alternativeNames(request);
  const ofType = (type: X509.GeneralNameType) => names.filter((name) => name.type === type).map((name) => name.value);
  const known = names.filter((name) => ISSUABLE_NAMES.has(name.type));
  return {
    ...subject,
    dnsNames: ofType('dns'),
    ipAddresses: ofType('ip'),
    emails: ofType('email'),
    uris: ofType('url'),
    otherNameCount: names.length - known.length,
    publicKeyType: publicKeyTypeOf(request.publicKey.algorithm.name),
    rsaBits: (request.publicKey.algorithm as { readonly modulusLength?: number }).modulusLength,
    extensionOids: request.extensions.map((extension) => extension.type),
    isCa: asksForAuthority(request),
    signatureValid: await signatureValid(request),
  };
}

/** Forms of alternative names that are copied into certificates. */
export const ISSUABLE_NAMES: ReadonlySet<X509.GeneralNameType> = new Set(['dns', 'ip', 'email', 'url']);

/** Looked up by object identifier: the library does not find extensions of requests by class. */
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
