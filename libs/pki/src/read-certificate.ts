import { X509Certificate, type KeyObject } from 'node:crypto';
import { childrenOf, DER, derElements } from './encoding/der.js';

/** Validity of a certificate, milliseconds since 1970. */
export interface CertificateValidity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** What a certificate certifies: a key, for a time. */
export interface CertificateFacts extends CertificateValidity {
  readonly publicKey: KeyObject;
}

/** Validity of the first certificate in `pem`; undefined when there is none that can be read. */
export const certificateValidity = (pem: string): CertificateValidity | undefined => validityOf(opened(pem));

/** A certificate in DER; undefined when it cannot be read. */
export function readCertificate(der: Buffer): CertificateFacts | undefined {
  const certificate = opened(der);
  const validity = validityOf(certificate);
  const publicKey = certificate && publicKeyIn(certificate);
  return validity && publicKey && { ...validity, publicKey };
}

function opened(certificate: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(certificate);
  } catch {
    return undefined; // a signer may have written anything: what cannot be read has no end
  }
}

/** Undefined for a key of an unknown algorithm. */
function publicKeyIn(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}

function validityOf(certificate: X509Certificate | undefined): CertificateValidity | undefined {
  if (!certificate) return undefined;
  const validity = { notBeforeMs: Date.parse(certificate.validFrom), notAfterMs: Date.parse(certificate.validTo) };
  return Number.isNaN(validity.notBeforeMs) || Number.isNaN(validity.notAfterMs) ? undefined : validity;
}

/** Whether a certificate in DER is of version 1, which names no version: it cannot say whether it is one of a CA. As an authority it is accepted, as in kube-apiserver. */
export function isVersion1(der: Buffer): boolean {
  const [signed] = childrenOf(derElements(der)?.[0], DER.sequence) ?? [];
  const [first] = childrenOf(signed, DER.sequence) ?? [];
  return first !== undefined && first.tag !== DER.context0;
}
