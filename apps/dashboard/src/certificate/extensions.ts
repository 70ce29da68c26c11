import { DerReader, TAG } from './der-reader';
import { bits, objectIdentifier } from './der-values';
import { generalNames } from './names';

/** What the extensions of a certificate or a request say. */
export interface Extensions {
  /** `DNS api.example`, `IP 10.0.0.1` */
  readonly names: readonly string[];
  /** As the API names them: `digital signature`, `client auth`; an object identifier when there is no name for it. */
  readonly usages: readonly string[];
  /** May sign other certificates. */
  readonly isAuthority: boolean;
}

export const NO_EXTENSIONS: Extensions = { names: [], usages: [], isAuthority: false };

/** By the number of the bit. */
const KEY_USAGES = [
  'digital signature',
  'content commitment',
  'key encipherment',
  'data encipherment',
  'key agreement',
  'cert sign',
  'crl sign',
  'encipher only',
  'decipher only',
];

const EXTENDED_KEY_USAGES: Readonly<Record<string, string>> = {
  '2.5.29.37.0': 'any',
  '1.3.6.1.5.5.7.3.1': 'server auth',
  '1.3.6.1.5.5.7.3.2': 'client auth',
  '1.3.6.1.5.5.7.3.3': 'code signing',
  '1.3.6.1.5.5.7.3.4': 'email protection',
  '1.3.6.1.5.5.7.3.8': 'timestamping',
  '1.3.6.1.5.5.7.3.9': 'ocsp signing',
};

/** @param list the elements of `Extensions` (RFC 5280, 4.1). */
export function readExtensions(list: DerReader): Extensions {
  let { names, isAuthority } = NO_EXTENSIONS;
  let keyUsages: string[] = [];
  let extendedUsages: string[] = [];
  while (!list.isAtEnd) {
    const extension = list.enter(TAG.SEQUENCE);
    const type = objectIdentifier(extension.read(TAG.OBJECT_IDENTIFIER));
    extension.readOptional(TAG.BOOLEAN);
    const value = extension.read(TAG.OCTET_STRING);
    if (type === '2.5.29.17') names = generalNames(value);
    if (type === '2.5.29.19') isAuthority = basicConstraints(value);
    if (type === '2.5.29.15') keyUsages = keyUsage(value);
    if (type === '2.5.29.37') extendedUsages = extendedKeyUsage(value);
  }
  return { names, isAuthority, usages: [...keyUsages, ...extendedUsages] };
}

function basicConstraints(value: Uint8Array): boolean {
  const isAuthority = new DerReader(value).enter(TAG.SEQUENCE).readOptional(TAG.BOOLEAN)?.[0];
  return isAuthority !== undefined && isAuthority !== 0;
}

function keyUsage(value: Uint8Array): string[] {
  return bits(new DerReader(value).read(TAG.BIT_STRING)).map((bit) => KEY_USAGES[bit] ?? `usage ${bit}`);
}

function extendedKeyUsage(value: Uint8Array): string[] {
  const list = new DerReader(value).enter(TAG.SEQUENCE);
  const usages: string[] = [];
  while (!list.isAtEnd) {
    const type = objectIdentifier(list.read(TAG.OBJECT_IDENTIFIER));
    usages.push(EXTENDED_KEY_USAGES[type] ?? type);
  }
  return usages;
}
