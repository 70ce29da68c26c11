import { cidrHolds, parseCidr, parseIp } from '@orch/apimachinery';

/** This machine, this link, everybody at once: what stands there was never meant for who asks from afar. */
const REFUSED = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/96', // unspecified, loopback, and IPv4 addresses in older forms
  '64:ff9b::/96', // IPv4 addresses behind a translator (RFC 6052)
  '64:ff9b:1::/48', // the same in a network of one's own (RFC 8215)
  '2002::/16', // IPv4 addresses by 6to4
  'fd00:ec2::254/128', // metadata of machines, as link-local 169.254.169.254
  'fe80::/10',
  'ff00::/8',
].map((text) => parseCidr(text)!);

/**
 * Whether a request may be handed on to an address. Who may write an object must not reach by it what only this machine
 * can (design, section 12). IPv4 addresses in IPv6 dress are no addresses here.
 */
export function isProxyable(ip: string): boolean {
  const address = parseIp(ip);
  return address !== undefined && !REFUSED.some((range) => cidrHolds(range, address));
}
