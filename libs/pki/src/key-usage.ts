import { PkiError } from './pki-error.js';

/** Bits of the X.509 key usage extension, as the X.509 library numbers them. */
const KEY_USAGE_BITS: ReadonlyMap<string, number> = new Map([
  ['signing', 1],
  ['digital signature', 1],
  ['content commitment', 2],
  ['key encipherment', 4],
  ['data encipherment', 8],
  ['key agreement', 16],
  ['cert sign', 32],
  ['crl sign', 64],
  ['encipher only', 128],
  ['decipher only', 256],
]);

/** Object identifiers of the extended key usage extension. */
const EXTENDED_KEY_USAGES: ReadonlyMap<string, string> = new Map([
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
]);

/** Usages split over the two extensions that carry them. */
export interface CertificateUsages {
  /** Bits of the key usage extension; 0 if none is requested. */
  readonly keyUsageBits: number;
  /** Object identifiers of the extended key usage extension, without duplicates, in the requested order. */
  readonly extendedKeyUsages: readonly string[];
}

/**
 * Reads usages as `spec.usages` of a CertificateSigningRequest names them (`digital signature`, `client auth`, ...).
 * @throws PkiError UnknownUsage, naming the usage.
 */
export function certificateUsages(usages: readonly string[]): CertificateUsages {
  let keyUsageBits = 0;
  const extended = new Set<string>();
  for (const usage of usages) {
    const bit = KEY_USAGE_BITS.get(usage);
    const oid = EXTENDED_KEY_USAGES.get(usage);
    if (bit !== undefined) keyUsageBits |= bit;
    else if (oid !== undefined) extended.add(oid);
    else throw new PkiError('UnknownUsage', `unknown certificate usage "${usage}"`);
  }
  return { keyUsageBits, extendedKeyUsages: [...extended] };
}
