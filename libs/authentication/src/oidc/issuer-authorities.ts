import { X509Certificate } from 'node:crypto';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** CAs of a PEM text, to verify an issuer's certificate. */
export interface IssuerAuthorities {
  readonly trusted: readonly string[];
  /**
   * Subjects of certificates that are not CAs: their CA flag is not true. They are not trusted, not even for themselves
   * (B-044).
   */
  readonly refused: readonly string[];
}

/**
 * Reads the CAs of an issuer.
 * @throws IssuerAuthoritiesError without any valid certificate, or with an invalid one.
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

/** An invalid PEM text. The message is to be appended to the name of its source. */
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
