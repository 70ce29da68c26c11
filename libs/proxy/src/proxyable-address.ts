import { cidrHolds, parseCidr, parseIp, type IpAddress } from '@orch/apimachinery';

/** Loopback, link-local, multicast and metadata addresses: they belong to this machine or its cloud provider, not to a pod. */
const REFUSED = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  // Metadata and credentials of providers outside of the link-local range.
  '100.100.100.200/32', // Alibaba Cloud
  '168.63.129.16/32', // Azure
  '192.0.0.0/24', // IETF protocol assignments (RFC 6890); 192.0.0.192 is Oracle Cloud
  'fd00:42::42/128', // Scaleway
  'fd00:c1::a9fe:a9fe/128', // Oracle Cloud
  'fd00:ec2::/32', // AWS: ::254 metadata, ::23 credentials of pods, ::253 resolver
  'fd20:ce::254/128', // Google Cloud
  'fe80::/10',
  'ff00::/8',
  // IPv4 addresses inside IPv6 addresses; IPv4-mapped ones are refused by parseIp.
  '::/96', // IPv4-compatible; also unspecified and loopback
  '::ffff:0:0:0/96', // IPv4-translated (RFC 2765)
  '64:ff9b::/96', // NAT64 (RFC 6052)
  '64:ff9b:1::/48', // NAT64 with a local prefix (RFC 8215)
  '2001::/32', // Teredo (RFC 4380)
  '2002::/16', // 6to4 (RFC 3056)
].map((text) => parseCidr(text)!);

/** Interface identifier of ISATAP (RFC 5214), `0:5efe` or `200:5efe`, followed by an IPv4 address. */
const ISATAP = 0x5efen;
const WITHOUT_UNIVERSAL_BIT = 0xfdffffffn;
const LOW_32_BITS = 0xffffffffn;

/**
 * Whether a request may be proxied to an address. A client that may write pods or endpoints must not reach through them what only this machine
 * can reach (decision 016).
 * @param ip an address without zone; false for every other text, and for IPv4-mapped addresses.
 */
export function isProxyable(ip: string): boolean {
  const address = parseIp(ip);
  return address !== undefined && !isRefused(address) && !isRefused(isatapAddress(address));
}

const isRefused = (address: IpAddress | undefined): boolean =>
  address !== undefined && REFUSED.some((range) => cidrHolds(range, address));

/** The IPv4 address in an ISATAP address of any prefix. */
const isatapAddress = ({ family, value }: IpAddress): IpAddress | undefined =>
  family === 'IPv6' && ((value >> 32n) & WITHOUT_UNIVERSAL_BIT) === ISATAP
    ? { family: 'IPv4', value: value & LOW_32_BITS }
    : undefined;
