import { X509Certificate } from 'node:crypto';

/** Validity of a certificate, milliseconds since 1970. */
export interface CertificateValidity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** Validity of the first certificate in `pem`; undefined when there is none that can be read. */
export function certificateValidity(pem: string): CertificateValidity | undefined {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return undefined; // a signer may have written anything: what cannot be read has no end
  }
  const validity = { notBeforeMs: Date.parse(certificate.validFrom), notAfterMs: Date.parse(certificate.validTo) };
  return Number.isNaN(validity.notBeforeMs) || Number.isNaN(validity.notAfterMs) ? undefined : validity;
}
