import { isDeepStrictEqual } from 'node:util';
import { openAuthority, pemOf, type CertificateAndKey } from '../certificate-authority.js';
import { leafExtensions, randomSerialNumber } from '../certificate-extensions.js';
import { alternativeNames, describeRequest, ISSUABLE_NAMES, openRequest } from './certificate-request.js';
import { PkiError } from '../pki-error.js';
import { identityFault, readCertificateSubject } from '../subject/certificate-subject.js';
import { x509Library } from '../x509-library.js';

/** Settings of the certificate for a request. */
export interface SigningOrder {
  readonly ca: CertificateAndKey;
  readonly requestPem: string;
  /** Copies DNS, IP, email and URI names of the request; drops all its other extensions. */
  readonly keepSan: boolean;
  /** Names as in `spec.usages`. */
  readonly usages: readonly string[];
  /** Backdated by the caller for clients with clock skew. */
  readonly notBeforeMs: number;
  /** Limited to the expiry of the authority. */
  readonly notAfterMs: number;
}

/**
 * Signs a PKCS#10 request: subject and public key are the request's, everything else is decided here.
 * CA:FALSE, both key identifiers, a random serial number of 128 bits. Source.
 * @returns the certificate, PEM.
 * @throws PkiError InvalidRequest (unreadable, or its signature does not verify), InvalidSubject (also with several common names or an empty organization), InvalidAuthority, UnsupportedKey,
 *   UnknownUsage, InvalidValidity.
 */
export async function signCertificateRequest(order: SigningOrder): Promise<string> {
  const library = await x509Library();
  const authority = await openAuthority(order.ca);
  const opened = openRequest(library, order.requestPem);
  const { request, subject } = opened;
  const fault = identityFault(subject);
  if (fault !== undefined) throw new PkiError('InvalidSubject', fault);
  const info = await describeRequest(opened);
  if (!info.signatureValid)
    throw new PkiError('InvalidRequest', 'the signature of the certificate request does not verify');
  const notAfterMs = Math.min(order.notAfterMs, authority.notAfterMs);
  if (notAfterMs <= order.notBeforeMs) {
    const expired = authority.notAfterMs <= order.notBeforeMs;
    throw expired
      ? new PkiError('InvalidAuthority', 'the certificate of the authority has expired: renew it')
      : new PkiError('InvalidValidity', 'the certificate would end before it begins');
  }
  const certificate = await library.X509CertificateGenerator.create({
    serialNumber: randomSerialNumber(),
    subject: request.subjectName,
    issuer: authority.certificate.subjectName,
    notBefore: new Date(order.notBeforeMs),
    notAfter: new Date(notAfterMs),
    publicKey: request.publicKey,
    signingKey: authority.signing.key,
    signingAlgorithm: authority.signing.algorithm,
    extensions: await leafExtensions(library, {
      publicKey: request.publicKey,
      issuer: authority.certificate,
      usages: order.usages,
      names: order.keepSan ? alternativeNames(request).filter((name) => ISSUABLE_NAMES.has(name.type)) : [],
    }),
  });
  // The library re-encodes the subject: authentication must read the same subject as validation.
  if (!isDeepStrictEqual(readCertificateSubject(Buffer.from(certificate.rawData)), subject)) {
    throw new PkiError('InvalidSubject', 'the subject would read otherwise in the certificate than in the request');
  }
  return pemOf(certificate);
}
