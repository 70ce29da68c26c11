import { X509Certificate as NodeCertificate } from 'node:crypto';
import type * as X509 from '@peculiar/x509';
import { randomSerialNumber } from './certificate-extensions.js';
import { distinguishedName } from './distinguished-name.js';
import {
  generateSigningKeys,
  importSigningKey,
  privateKeyToPem,
  readSigningKey,
  type ImportedSigningKey,
} from './key-pair.js';
import { certificateUsages } from './key-usage.js';
import { PkiError } from './pki-error.js';
import { x509Library } from './x509-library.js';

/** A certificate and its private key, both PEM. */
export interface CertificateAndKey {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export const DAY_MS = 86_400_000;

/** A self-signed authority with an ECDSA P-256 key that may sign certificates and nothing below it may. */
export async function createCertificateAuthority(options: {
  readonly commonName: string;
  readonly notBeforeMs: number;
  readonly validityDays: number;
}): Promise<CertificateAndKey> {
  const library = await x509Library();
  const keys = await generateSigningKeys('EC');
  const usages = certificateUsages(['digital signature', 'key encipherment', 'cert sign']);
  const certificate = await library.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerialNumber(),
    name: distinguishedName(library, { commonName: options.commonName, organizations: [] }),
    notBefore: new Date(options.notBeforeMs),
    notAfter: new Date(options.notBeforeMs + options.validityDays * DAY_MS),
    keys,
    extensions: [
      new library.BasicConstraintsExtension(true, undefined, true),
      new library.KeyUsagesExtension(usages.keyUsageBits, true),
      await library.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificatePem: pemOf(certificate), privateKeyPem: privateKeyToPem(keys.privateKey) };
}

/** An authority that has been read and is ready to sign. */
export interface OpenedAuthority {
  readonly certificate: X509.X509Certificate;
  readonly signing: ImportedSigningKey;
  readonly notAfterMs: number;
}

/**
 * Reads an authority. Of several certificates in the file the first is the issuer.
 * @throws PkiError InvalidAuthority, UnsupportedKey.
 */
export async function openAuthority(ca: CertificateAndKey): Promise<OpenedAuthority> {
  const first = readAuthority(ca);
  const library = await x509Library();
  const signing = await importSigningKey(ca.privateKeyPem);
  const certificate = new library.X509Certificate(new Uint8Array(first.raw));
  return { certificate, signing, notAfterMs: certificate.notAfter.getTime() };
}

/**
 * Checks that an authority can sign certificates now. Costs little: the X.509 library is not loaded.
 * @throws PkiError InvalidAuthority, UnsupportedKey.
 */
export function checkAuthority(ca: CertificateAndKey, nowMs: number): void {
  const { validFrom, validTo } = readAuthority(ca);
  if (Date.parse(validFrom) > nowMs)
    throw invalid(
      `the certificate of the authority is not valid before ${validFrom}: correct the clock of this machine, if it is behind`,
    );
  if (Date.parse(validTo) <= nowMs) throw invalid(`the certificate of the authority has expired on ${validTo}`);
}

function readAuthority({ certificatePem, privateKeyPem }: CertificateAndKey): NodeCertificate {
  let certificate: NodeCertificate;
  let belongTogether: boolean;
  const key = readSigningKey(privateKeyPem);
  try {
    certificate = new NodeCertificate(certificatePem);
    belongTogether = certificate.checkPrivateKey(key);
  } catch (cause) {
    throw invalid('the certificate of the authority cannot be read: give a PEM certificate', cause);
  }
  if (!belongTogether) throw invalid('the certificate and the private key of the authority do not belong together');
  if (!certificate.ca) throw invalid('the certificate is not that of an authority (it does not say CA:TRUE)');
  return certificate;
}

const invalid = (message: string, cause?: unknown): PkiError => new PkiError('InvalidAuthority', message, { cause });

/** PEM that ends with a line feed, so that files can be joined. */
export const pemOf = (certificate: { toString(format: 'pem'): string }): string =>
  `${certificate.toString('pem').trim()}\n`;
