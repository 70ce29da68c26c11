import type { X509Certificate } from 'node:crypto';
import type { CertificateAndKey } from '@orch/pki';
import { isIssuedBy } from './issued-certificate.js';
import { certificatesOf } from './trusted-authorities.js';

/**
 * What clients need to trust to reach this server, PEM: its own authority, and where that did not sign the serving certificate, the certificate
 * above that in its file: the self-signed one, else the last of the chain, which may be the serving certificate itself.
 */
export function clientTrust(servingPem: string, ca: CertificateAndKey): string {
  const chain = certificatesOf([servingPem]);
  const [serving] = chain;
  if (!serving || isIssuedBy(serving, ca)) return ca.certificatePem;
  const anchor = chain.find(isSelfSigned) ?? chain.at(-1)!;
  return `${ca.certificatePem.trimEnd()}\n${anchor.toString().trimEnd()}\n`;
}

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
