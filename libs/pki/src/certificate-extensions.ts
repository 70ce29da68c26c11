import { randomBytes } from 'node:crypto';
import type * as X509 from '@peculiar/x509';
import { certificateUsages } from './key-usage.js';

const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';

/** A positive 128-bit serial number, hexadecimal. The top bits are set so that it always has 16 bytes. */
export function randomSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** Extensions of a leaf certificate: CA:FALSE, usages, both key identifiers, names. */
export async function leafExtensions(
  library: typeof X509,
  leaf: {
    readonly publicKey: X509.PublicKeyType;
    readonly issuer: X509.X509Certificate;
    readonly usages: readonly string[];
    readonly names: X509.JsonGeneralNames;
  },
): Promise<X509.Extension[]> {
  const { keyUsageBits, extendedKeyUsages } = certificateUsages(leaf.usages);
  const extensions: X509.Extension[] = [new library.BasicConstraintsExtension(false, undefined, true)];
  if (keyUsageBits !== 0) extensions.push(new library.KeyUsagesExtension(keyUsageBits, true));
  if (extendedKeyUsages.length > 0) extensions.push(new library.ExtendedKeyUsageExtension([...extendedKeyUsages]));
  extensions.push(await library.SubjectKeyIdentifierExtension.create(leaf.publicKey));
  extensions.push(await authorityKeyIdentifier(library, leaf.issuer));
  if (leaf.names.length > 0) extensions.push(new library.SubjectAlternativeNameExtension(leaf.names));
  return extensions;
}

/** The issuer's subject key identifier if present: it need not be the hash of its key. */
async function authorityKeyIdentifier(library: typeof X509, issuer: X509.X509Certificate): Promise<X509.Extension> {
  const own = issuer.getExtension(SUBJECT_KEY_IDENTIFIER);
  return own instanceof library.SubjectKeyIdentifierExtension
    ? new library.AuthorityKeyIdentifierExtension(own.keyId)
    : library.AuthorityKeyIdentifierExtension.create(issuer.publicKey);
}
