import { createSecureContext } from 'node:tls';
import { type Clock, errorMessage } from '@orch/apimachinery';
import type { CertificateAndKey } from '@orch/pki';
import { readTextIfPresent } from '@orch/process';
import {
  hasSubject,
  isIssuedBy,
  issue,
  parseCertificate,
  stillFits,
  type WantedCertificate,
} from './issued-certificate.js';
import { PRIVATE_MODE, PUBLIC_MODE, rewriteWhole } from './private-file.js';
import { TlsMaterialError } from './tls-material-error.js';

/** The files of a serving pair. */
export interface ServingFiles {
  readonly certificate: string;
  readonly key: string;
}

/**
 * The serving pair in a directory (D-012). An existing pair is used; only a pair that a server generated is renewed when it does not fit any
 * more.
 * @param isMadeHere whether a server generated a certificate, and not the operator.
 * @throws TlsMaterialError when a pair of the operator is invalid.
 */
export async function keptServingPair(
  files: ServingFiles,
  ca: CertificateAndKey,
  wanted: WantedCertificate,
  isMadeHere: (certificatePem: string) => boolean,
  clock: Clock,
): Promise<CertificateAndKey> {
  const [certificatePem, privateKeyPem] = await Promise.all([
    readTextIfPresent(files.certificate),
    readTextIfPresent(files.key),
  ]);
  const isFirst = certificatePem === undefined && privateKeyPem === undefined;
  if (isFirst || (certificatePem !== undefined && isMadeHere(certificatePem))) {
    const kept = { certificatePem: certificatePem ?? '', privateKeyPem: privateKeyPem ?? '' };
    return stillFits(kept, ca, wanted, clock.now()) ? kept : renew(files, ca, wanted, clock);
  }
  const advice = 'give both, or remove both to have a pair made';
  if (certificatePem === undefined) throw new TlsMaterialError(`${files.key} has no certificate ${files.certificate}: ${advice}`); // prettier-ignore
  if (privateKeyPem === undefined)
    throw new TlsMaterialError(`${files.certificate} has no key ${files.key}: ${advice}`);
  const pair = { certificatePem, privateKeyPem };
  checkServingPair(pair, `${files.certificate} and ${files.key}`, ', or remove both to have a pair made');
  return pair;
}

/** The certificate is written first: a crash in between leaves a certificate that is recognized as generated, without its key. */
async function renew(
  files: ServingFiles,
  ca: CertificateAndKey,
  wanted: WantedCertificate,
  clock: Clock,
): Promise<CertificateAndKey> {
  const made = await issue(ca, wanted, clock);
  await rewriteWhole(files.certificate, made.certificatePem, PUBLIC_MODE);
  await rewriteWhole(files.key, made.privateKeyPem, PRIVATE_MODE);
  return made;
}

/**
 * Whether a server of this product generated a serving certificate: it has the subject that servers use, and `ca` issued it.
 * @param otherAuthorities whether to accept another issuer, such as a previous authority of the directory.
 */
export function isMadeByServer(
  certificatePem: string,
  ca: CertificateAndKey,
  wanted: WantedCertificate,
  otherAuthorities: (issuer: string) => boolean,
): boolean {
  const certificate = parseCertificate(certificatePem);
  if (!certificate || !hasSubject(certificate, wanted)) return false;
  return isIssuedBy(certificate, ca) || otherAuthorities(certificate.issuer);
}

/**
 * Checks that a pair is usable for handshakes.
 * @param name of the files. @param advice another remedy, for the message.
 * @throws TlsMaterialError.
 */
export function checkServingPair(
  { certificatePem, privateKeyPem }: CertificateAndKey,
  name: string,
  advice = '',
): void {
  try {
    if (certificatePem === '' || privateKeyPem === '') throw new Error('a file is empty');
    createSecureContext({ cert: certificatePem, key: privateKeyPem });
  } catch (cause) {
    const why = errorMessage(cause);
    throw new TlsMaterialError(
      `${name} cannot be used (${why}): they must be a certificate in PEM and the key that belongs to it${advice}`,
      { cause },
    );
  }
}
