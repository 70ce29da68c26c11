import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '@orch/apimachinery';
import { type CertificateAndKey, issueCertificate } from '@orch/pki';
import { CLOCK_SKEW_MS } from './data-dir-keys.js';
import { PRIVATE_MODE, PUBLIC_MODE, readIfThere, writeWhole } from './private-file.js';

const VALIDITY_DAYS = 365;
/** A certificate nearer to its end than this is made anew at the next start. */
const RENEW_BEFORE_MS = 30 * 24 * 3_600_000;

/** What a certificate issued by the data directory's own authority must say. */
export interface WantedCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** DNS names and IP addresses, mixed. */
  readonly hosts: readonly string[];
  readonly usage: 'server auth' | 'client auth';
}

/** Issues a certificate with its key. The library behind it is slow to load: call it only when files do not do. */
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

/** Whether a certificate still does: issued by `ca`, names all hosts, is the subject wanted, and is not near its end. */
export function stillFits(pem: string, ca: CertificateAndKey, wanted: WantedCertificate, nowMs: number): boolean {
  const certificate = parse(pem);
  const authority = parse(ca.certificatePem);
  if (!certificate || !authority || !certificate.verify(authority.publicKey)) return false;
  if (Date.parse(certificate.validTo) - nowMs < RENEW_BEFORE_MS) return false;
  if (!certificate.subject.split('\n').includes(`CN=${wanted.commonName}`)) return false;
  return wanted.hosts.every((host) =>
    isIP(host) === 0 ? certificate.checkHost(host) !== undefined : certificate.checkIP(host) !== undefined,
  );
}

/** The pair in two files, reused while it fits (D-012). */
export async function ensureIssued(
  files: { readonly certificate: string; readonly key: string },
  ca: CertificateAndKey,
  wanted: WantedCertificate,
  clock: Clock,
): Promise<CertificateAndKey> {
  const [certificatePem, privateKeyPem] = await Promise.all([readIfThere(files.certificate), readIfThere(files.key)]);
  if (certificatePem !== undefined && privateKeyPem !== undefined) {
    const pair = { certificatePem, privateKeyPem };
    if (stillFits(certificatePem, ca, wanted, clock.now()) && belongTogether(pair)) return pair;
  }
  const made = await issue(ca, wanted, clock);
  await writeWhole(files.key, made.privateKeyPem, PRIVATE_MODE);
  await writeWhole(files.certificate, made.certificatePem, PUBLIC_MODE);
  return made;
}

/** Whether the key is that of the certificate. A crash between two writes leaves a new key beside an old certificate. */
export function belongTogether(pair: CertificateAndKey): boolean {
  try {
    return parse(pair.certificatePem)?.checkPrivateKey(createPrivateKey(pair.privateKeyPem)) === true;
  } catch {
    return false; // a file that is no key does not fit, and is replaced
  }
}

function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined; // a file that is no certificate does not fit, and is replaced
  }
}
