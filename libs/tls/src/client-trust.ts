import type { X509Certificate } from 'node:crypto';
import type { CertificateAndKey } from '@orch/pki';
import { isIssuedBy } from './issued-certificate.js';
import { certificatesOf } from './trusted-authorities.js';

/**
 * The CA bundle for clients of this server, PEM: its own authority, and if that did not sign the serving certificate, the trust anchor of its
 * chain: the self-signed certificate in its file, else the last one, which may be the serving certificate itself.
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
