import { formatCidr, parseCidr, type Cidr } from './cidr.js';
import { ADDRESS_BITS, formatIp, groupsValue, parseIp, type IpAddress, type IpFamily } from './ip-address.js';

const MAPPED_PREFIX = 0xffffn;
const MAPPED_BITS = 96;

/**
 * An address as stored objects may have it: also IPv4 with leading zeros (`010.1.2.3`, which is 10.1.2.3) and IPv4 written as
 * IPv6 (`::ffff:1.2.3.4`). Undefined for any other text. Only for fields that accepted these forms before the strict
 * parser: programs disagree about what the zeros mean.
 */
export function parseLegacyIp(text: string): IpAddress | undefined {
  const strict = parseIp(text);
  if (strict) return strict;
  const value = groupsValue(withoutLeadingZeros(text));
  if (value === undefined) return parseIp(withoutLeadingZeros(text));
  return isMapped(value) ? { family: 'IPv4', value: value & 0xffffffffn } : { family: 'IPv6', value };
}

/** Family of an address in the forms of `parseLegacyIp`; undefined for any other text. */
export const legacyIpFamilyOf = (text: string): IpFamily | undefined => parseLegacyIp(text)?.family;

/** The one canonical form of an address in the forms of `parseLegacyIp`; undefined for any other text. */
export function canonicalIp(text: string): string | undefined {
  const address = parseLegacyIp(text);
  return address && formatIp(address);
}

/** A range in the forms of `parseLegacyIp`. */
export interface LegacyCidr {
  readonly range: Cidr;
  /** The range in canonical form: `10.0.0.0/8`. */
  readonly network: string;
  /** The address as a range of its own: `10.1.2.3/32`. */
  readonly host: string;
  /** Whether the address has bits after the prefix, so that both may be meant. */
  readonly ambiguous: boolean;
}

/** Undefined for any other text. */
export function parseLegacyCidr(text: string): LegacyCidr | undefined {
  const slash = text.indexOf('/');
  const address = parseLegacyIp(text.slice(0, Math.max(slash, 0)));
  const length = text.slice(slash + 1);
  if (!address || !/^[0-9]{1,4}$/.test(length)) return undefined;
  const written = text.includes(':') ? 'IPv6' : 'IPv4';
  const prefixLength = Number(length);
  if (prefixLength > ADDRESS_BITS[written]) return undefined;
  const range = rangeOf(address, prefixLength, written);
  return {
    range,
    network: formatCidr(range),
    host: `${formatIp(address)}/${ADDRESS_BITS[written]}`,
    ambiguous: range.first !== range.address,
  };
}

/** IPv4 written as IPv6 counts the prefix in IPv6, and is a range of IPv4 addresses only where the prefix holds all of the mapping. */
function rangeOf(address: IpAddress, prefixLength: number, written: IpAddress['family']): Cidr {
  const mapped = written === 'IPv6' && address.family === 'IPv4';
  if (!mapped) return parseCidr(`${formatIp(address)}/${prefixLength}`)!;
  if (prefixLength >= MAPPED_BITS) return parseCidr(`${formatIp(address)}/${prefixLength - MAPPED_BITS}`)!;
  const hostBits = BigInt(ADDRESS_BITS.IPv6 - prefixLength);
  const value = (MAPPED_PREFIX << 32n) | address.value;
  return { family: 'IPv6', address: value, first: (value >> hostBits) << hostBits, prefixLength, size: 1n << hostBits };
}

const isMapped = (value: bigint): boolean => value >> 32n === MAPPED_PREFIX;

/** `010.1.2.3` as `10.1.2.3`, also at the end of an IPv6 address. */
function withoutLeadingZeros(text: string): string {
  const at = text.lastIndexOf(':') + 1;
  const end = text.slice(at);
  return end.includes('.') ? text.slice(0, at) + end.replace(/(^|\.)0+(?=\d)/g, '$1') : text;
}
