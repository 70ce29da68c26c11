import {
  cidrHolds,
  formatCidr,
  formatIp,
  MAX_QUOTED,
  parseCidr,
  parseIp,
  quotedText,
  type Cidr,
  type IpAddress,
} from '@orch/apimachinery';
import { addressProblem, prefixProblem } from './address-problem.js';
import type { Meter } from '../values/meter.js';
import { Fault, OpaqueValue } from '../values/values.js';
import type { Declaration } from '../types/declarations.js';

class IpValue extends OpaqueValue {
  override readonly typeName = 'net.IP';
  constructor(readonly address: IpAddress) {
    super();
  }
  override equals(other: OpaqueValue): boolean {
    return (
      other instanceof IpValue &&
      other.address.family === this.address.family &&
      other.address.value === this.address.value
    );
  }
}

class CidrValue extends OpaqueValue {
  override readonly typeName = 'net.CIDR';
  constructor(readonly range: Cidr) {
    super();
  }
  override equals(other: OpaqueValue): boolean {
    return (
      other instanceof CidrValue &&
      other.range.family === this.range.family &&
      other.range.address === this.range.address &&
      other.range.prefixLength === this.range.prefixLength
    );
  }
}

/** The reference wraps the problem twice. */
const PREFIX_PROBLEM = 'network address parse error during conversion from string: ';
/** Longer texts are not addresses. */
const MAX_TEXT = 64;

/** Work of a character that is quoted. */
const QUOTED = 20;

const addressOf = (text: string): IpAddress | undefined => (text.length > MAX_TEXT ? undefined : parseIp(text));
const rangeOf = (text: string): Cidr | undefined => (text.length > MAX_TEXT ? undefined : parseCidr(text));

function ipOf(text: string, meter: Meter): IpValue | Fault {
  const address = addressOf(text);
  if (address) return new IpValue(address);
  meter.work(Math.min(text.length, MAX_QUOTED) * QUOTED);
  const shown = quotedText(text);
  if (/^[^%]+%.+$/.test(text) && parseIp(text.slice(0, text.indexOf('%'))))
    return new Fault(`IP address ${shown} with zone value is not allowed`);
  if (/^::ffff:/i.test(text) && text.length <= MAX_TEXT)
    return new Fault(`IPv4-mapped IPv6 address ${shown} is not allowed`);
  const reason = text.length > MAX_TEXT ? `ParseAddr(${shown}): unable to parse IP` : addressProblem(text);
  return new Fault(`IP Address ${shown} parse error during conversion from string: ${reason}`);
}

function cidrOf(text: string, meter: Meter): CidrValue | Fault {
  const range = rangeOf(text);
  if (range) return new CidrValue(range);
  meter.work(Math.min(text.length, MAX_QUOTED) * QUOTED);
  const reason =
    text.length > MAX_TEXT ? 'unable to parse CIDR' : prefixProblem(text, (part) => parseIp(part) !== undefined);
  return new Fault(`${PREFIX_PROBLEM}${PREFIX_PROBLEM}netip.ParsePrefix(${quotedText(text)}): ${reason}`);
}

const ip = (value: unknown): IpAddress => (value as IpValue).address;
const cidr = (value: unknown): Cidr => (value as CidrValue).range;
const addressText = ({ family, address, prefixLength }: Cidr): string =>
  `${formatIp({ family, value: address })}/${prefixLength}`;

const within = (range: Cidr, text: string, meter: Meter): boolean | Fault => {
  const other = ipOf(text, meter);
  return other instanceof Fault ? other : cidrHolds(range, other.address);
};
const covers = (range: Cidr, other: Cidr): boolean =>
  range.prefixLength <= other.prefixLength && cidrHolds(range, { family: other.family, value: other.address });
const coversText = (range: Cidr, text: string, meter: Meter): boolean | Fault => {
  const other = cidrOf(text, meter);
  return other instanceof Fault ? other : covers(range, other.range);
};

const top = ({ value }: IpAddress, bits: bigint, of: bigint): bigint => value >> (of - bits);
const isLoopback = (address: IpAddress): boolean =>
  address.family === 'IPv4' ? top(address, 8n, 32n) === 127n : address.value === 1n;
const isMulticast = (address: IpAddress): boolean =>
  address.family === 'IPv4' ? top(address, 4n, 32n) === 0xen : top(address, 8n, 128n) === 0xffn;
const isLinkLocalMulticast = (address: IpAddress): boolean =>
  address.family === 'IPv4' ? top(address, 24n, 32n) === 0xe00000n : (top(address, 16n, 128n) & 0xff0fn) === 0xff02n;
const isLinkLocalUnicast = (address: IpAddress): boolean =>
  address.family === 'IPv4' ? top(address, 16n, 32n) === 0xa9fen : top(address, 10n, 128n) === 0x3fan;
const isUnspecified = ({ value }: IpAddress): boolean => value === 0n;
const isGlobalUnicast = (address: IpAddress): boolean =>
  !isUnspecified(address) &&
  !isLoopback(address) &&
  !isMulticast(address) &&
  !isLinkLocalUnicast(address) &&
  !(address.family === 'IPv4' && address.value === 0xffffffffn);

const isCanonical = (text: string, meter: Meter): boolean | Fault => {
  const parsed = ipOf(text, meter);
  return parsed instanceof Fault ? parsed : formatIp(parsed.address) === text;
};

const IP = 'opaque<net.IP>';
const CIDR = 'opaque<net.CIDR>';

/** Addresses, since release 1.30. */
export const IP_LIBRARY: readonly Declaration[] = [
  ['ip', 'string_to_ip', `(string): ${IP}`, ([text], meter) => ipOf(text as string, meter)],
  ['family', 'ip_family', `${IP}.(): int`, ([value]) => (ip(value).family === 'IPv4' ? 4n : 6n)],
  ['ip.isCanonical', 'ip_is_canonical', '(string): bool', ([text], meter) => isCanonical(text as string, meter)],
  ['isUnspecified', 'ip_is_unspecified', `${IP}.(): bool`, ([value]) => isUnspecified(ip(value))],
  ['isLoopback', 'ip_is_loopback', `${IP}.(): bool`, ([value]) => isLoopback(ip(value))],
  [
    'isLinkLocalMulticast',
    'ip_is_link_local_multicast',
    `${IP}.(): bool`,
    ([value]) => isLinkLocalMulticast(ip(value)),
  ],
  ['isLinkLocalUnicast', 'ip_is_link_local_unicast', `${IP}.(): bool`, ([value]) => isLinkLocalUnicast(ip(value))],
  ['isGlobalUnicast', 'ip_is_global_unicast', `${IP}.(): bool`, ([value]) => isGlobalUnicast(ip(value))],
  ['isIP', 'is_ip', '(string): bool', ([text]) => addressOf(text as string) !== undefined],
  ['string', 'ip_to_string', `(${IP}): string`, ([value]) => formatIp(ip(value))],
];

/** Ranges of addresses, since release 1.30. */
export const CIDR_LIBRARY: readonly Declaration[] = [
  ['cidr', 'string_to_cidr', `(string): ${CIDR}`, ([text], meter) => cidrOf(text as string, meter)],
  [
    'containsIP',
    'cidr_contains_ip_string',
    `${CIDR}.(string): bool`,
    ([range, text], meter) => within(cidr(range), text as string, meter),
  ],
  ['containsIP', 'cidr_contains_ip_ip', `${CIDR}.(${IP}): bool`, ([range, other]) => cidrHolds(cidr(range), ip(other))],
  [
    'containsCIDR',
    'cidr_contains_cidr_string',
    `${CIDR}.(string): bool`,
    ([range, text], meter) => coversText(cidr(range), text as string, meter),
  ],
  [
    'containsCIDR',
    'cidr_contains_cidr',
    `${CIDR}.(${CIDR}): bool`,
    ([range, other]) => covers(cidr(range), cidr(other)),
  ],
  [
    'ip',
    'cidr_ip',
    `${CIDR}.(): ${IP}`,
    ([value]) => new IpValue({ family: cidr(value).family, value: cidr(value).address }),
  ],
  ['prefixLength', 'cidr_prefix_length', `${CIDR}.(): int`, ([value]) => BigInt(cidr(value).prefixLength)],
  ['masked', 'cidr_masked', `${CIDR}.(): ${CIDR}`, ([value], meter) => cidrOf(formatCidr(cidr(value)), meter)],
  ['isCIDR', 'is_cidr', '(string): bool', ([text]) => rangeOf(text as string) !== undefined],
  ['string', 'cidr_to_string', `(${CIDR}): string`, ([value]) => addressText(cidr(value))],
];
