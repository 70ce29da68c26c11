import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@orch/apimachinery';
import { type CertificateAndKey, issueCertificate, PkiError, readCertificateSubject } from '@orch/pki';
import { CLOCK_SKEW_MS } from './data-dir-keys.js';

const VALIDITY_DAYS = 365;
/** A certificate nearer to its expiry than this is renewed at the next start. */
const RENEW_BEFORE_MS = 30 * 24 * 3_600_000;

/** Required contents of a certificate issued by the data directory's authority. */
export interface WantedCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** DNS names and IP addresses, mixed. */
  readonly hosts: readonly string[];
  readonly usage: 'server auth' | 'client auth';
}

/** Issues a certificate with its key. The X.509 library is slow to load: call it only when the files do not fit. */
export const issue = (ca: CertificateAndKey, wanted: WantedCertificate, clock: Clock): Promise<CertificateAndKey> =>
  issueCertificate({
    ca,
    commonName: wanted.commonName,
    organizations: wanted.organizations,
    dnsNames: wanted.hosts.filter((host) => isIP(host) === 0),
    ipAddresses: wanted.hosts.filter((host) => isIP(host) !== 0),
    usages: ['digital signature', 'key encipherment', wanted.usage],
    notBeforeMs: clock.now() - CLOCK_SKEW_MS,
    validityDays: VALIDITY_DAYS,
  });

/** Whether a pair is still usable: issued by `ca`, with the wanted subject, all hosts and its key, valid already, and not near its expiry. */
export function stillFits(
  pair: CertificateAndKey,
  ca: CertificateAndKey,
  wanted: WantedCertificate,
  nowMs: number,
): boolean {
  const certificate = parseCertificate(pair.certificatePem);
  if (!certificate || !isIssuedBy(certificate, ca) || !hasSubject(certificate, wanted)) return false;
  // Not valid yet: it was issued while the clock was ahead.
  if (Date.parse(certificate.validFrom) > nowMs) return false;
  if (Date.parse(certificate.validTo) - nowMs < RENEW_BEFORE_MS || !belongTogether(pair)) return false;
  return wanted.hosts.every((host) =>
    isIP(host) === 0 ? certificate.checkHost(host) !== undefined : certificate.checkIP(host) !== undefined,
  );
}

/** Whether the authority signed the certificate. */
export function isIssuedBy(certificate: X509Certificate, ca: CertificateAndKey): boolean {
  const authority = parseCertificate(ca.certificatePem);
  return authority !== undefined && certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
}

/** Whether the subject is exactly the given one. */
export function hasSubject(
  certificate: X509Certificate,
  { commonName, organizations }: Pick<WantedCertificate, 'commonName' | 'organizations'>,
): boolean {
  try {
    return isDeepStrictEqual(readCertificateSubject(certificate.raw), { commonNames: [commonName], organizations });
  } catch (error) {
    if (error instanceof PkiError) return false; // not a subject that is issued here
    throw error;
  }
}

/** Whether the key belongs to the certificate. A crash between two writes leaves a new certificate with an old key. */
export function belongTogether(pair: CertificateAndKey): boolean {
  try {
    return parseCertificate(pair.certificatePem)?.checkPrivateKey(createPrivateKey(pair.privateKeyPem)) === true;
  } catch {
    return false; // not a key
  }
}

/** The first certificate of a text; undefined when there is none that can be read. */
export function parseCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined; // the message of OpenSSL does not help
  }
}
