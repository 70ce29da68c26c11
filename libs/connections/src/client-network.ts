const MAPPED = '::ffff:';
/** Groups of 16 bits of a network of 64. */
const NETWORK_GROUPS = 4;

/**
 * The network of an address, for counting: an IPv4 address, or the first 64 bits of an IPv6 address, since a client
 * usually controls all addresses of that network.
 * @param address as formatted by Node: the longest run of zeros compressed, no leading zeros. May have a zone.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length);
  const gap = address.indexOf('::');
  const groups = (gap < 0 ? address : address.slice(0, gap)).split(':', NETWORK_GROUPS);
  if (gap >= 0 && groups.length < NETWORK_GROUPS) {
    const after = address.slice(gap + 2).split(':');
    const before = gap === 0 ? [] : groups;
    const left = Array<string>(Math.max(8 - before.length - after.length, 0)).fill('0');
    groups.splice(0, groups.length, ...[...before, ...left, ...after].slice(0, NETWORK_GROUPS));
  }
  return `${groups.join(':')}::/64`;
}
