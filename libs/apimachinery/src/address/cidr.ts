import { ADDRESS_BITS, formatIp, parseIp, type IpAddress, type IpFamily } from './ip-address.js';

/** A range of addresses, `10.0.0.0/24`. */
export interface Cidr {
  readonly family: IpFamily;
  /** The address as written; bits after the prefix may be set. */
  readonly address: bigint;
  /** First address of the range. */
  readonly first: bigint;
  readonly prefixLength: number;
  /** Number of addresses, including the first and the last. */
  readonly size: bigint;
}

/** Undefined when the text is not a CIDR. */
export function parseCidr(text: string): Cidr | undefined {
  const at = text.indexOf('/');
  const address = parseIp(text.slice(0, Math.max(at, 0)));
  const length = text.slice(at + 1);
  if (!address || !/^(0|[1-9][0-9]{0,2})$/.test(length) || Number(length) > ADDRESS_BITS[address.family])
    return undefined;
  const hostBits = BigInt(ADDRESS_BITS[address.family] - Number(length));
  return {
    family: address.family,
    address: address.value,
    first: (address.value >> hostBits) << hostBits,
    prefixLength: Number(length),
    size: 1n << hostBits,
  };
}

/** `10.0.0.0/24`, beginning with the first address. */
export const formatCidr = ({ family, first, prefixLength }: Cidr): string =>
  `${formatIp({ family, value: first })}/${prefixLength}`;

export const cidrHolds = (range: Cidr, { family, value }: IpAddress): boolean =>
  family === range.family && value >= range.first && value < range.first + range.size;
