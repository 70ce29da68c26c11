import { X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** What a PEM text gives to check an issuer's certificate with. */
export interface IssuerAuthorities {
  readonly trusted: readonly string[];
  /** Subjects of the certificates that are no authority: their CA flag is not true. They are not trusted, also for themselves (B-044). */
  readonly refused: readonly string[];
}

/**
 * Reads the authorities of an issuer.
 * @throws IssuerAuthoritiesError when nothing in the text is a certificate, or one cannot be read.
 */
export function readIssuerAuthorities(pem: string): IssuerAuthorities {
  const blocks = pem.match(CERTIFICATE) ?? [];
  if (blocks.length === 0) throw new IssuerAuthoritiesError('holds no certificate in PEM');
  const trusted: string[] = [];
  const refused: string[] = [];
  for (const block of blocks) {
    const certificate = certificateOf(block);
    if (certificate.ca) trusted.push(block);
    else refused.push(certificate.subject.replaceAll('\n', ','));
  }
  return { trusted, refused };
}

/** A PEM text that cannot be used. The message goes on after the name of what holds it. */
export class IssuerAuthoritiesError extends Error {
  override readonly name = 'IssuerAuthoritiesError';
}

function certificateOf(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new IssuerAuthoritiesError('holds a certificate that cannot be read', { cause: error });
  }
}
