import { isIPv4, isIPv6 } from 'node:net';

export type IpFamily = 'IPv4' | 'IPv6';

/** An address as a number, so that ranges are arithmetic. */
export interface IpAddress {
  readonly family: IpFamily;
  readonly value: bigint;
}

export const ADDRESS_BITS: Readonly<Record<IpFamily, number>> = { IPv4: 32, IPv6: 128 };

const GROUPS = 8;
const MAPPED_PREFIX = 0xffffn;

/** Undefined when the text is not an IP address. Rejects zones (`%eth0`) and IPv4-mapped IPv6 addresses, which would have two families. */
export function parseIp(text: string): IpAddress | undefined {
  if (isIPv4(text))
    return { family: 'IPv4', value: text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) };
  const value = groupsValue(text);
  return value === undefined || value >> 32n === MAPPED_PREFIX ? undefined : { family: 'IPv6', value };
}

/** An IPv6 address as a number, IPv4-mapped or not; undefined when the text is none, or has a zone. */
export const groupsValue = (text: string): bigint | undefined =>
  !isIPv6(text) || text.includes('%')
    ? undefined
    : groupsOf(text).reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);

/** Family of a text that is an address; undefined otherwise. */
export const ipFamilyOf = (text: string): IpFamily | undefined => parseIp(text)?.family;

/** In the canonical form of its family (RFC 5952 for IPv6). */
export function formatIp({ family, value }: IpAddress): string {
  if (family === 'IPv4') return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: GROUPS }, (_, i) => Number((value >> BigInt(16 * (GROUPS - 1 - i))) & 0xffffn));
  const zeros = longestZeros(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (zeros.length < 2) return hex(groups);
  return `${hex(groups.slice(0, zeros.from))}::${hex(groups.slice(zeros.from + zeros.length))}`;
}

function groupsOf(text: string): number[] {
  const [head = '', tail] = withoutDottedEnd(text).split('::', 2);
  const numbers = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const first = numbers(head);
  if (tail === undefined) return first;
  const last = numbers(tail);
  return [...first, ...Array.from({ length: GROUPS - first.length - last.length }, () => 0), ...last];
}

/** `::1.2.3.4` as `::102:304`. */
function withoutDottedEnd(text: string): string {
  const at = text.lastIndexOf(':') + 1;
  const end = text.slice(at);
  if (!end.includes('.')) return text;
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number);
  return `${text.slice(0, at)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** The first of the longest runs of zero groups. */
function longestZeros(groups: readonly number[]): { from: number; length: number } {
  let best = { from: 0, length: 0 };
  for (let from = 0; from < groups.length; from++) {
    let length = 0;
    while (groups[from + length] === 0) length += 1;
    if (length > best.length) best = { from, length };
  }
  return best;
}
