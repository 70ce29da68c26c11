import { networkInterfaces } from 'node:os';

/** The wildcard addresses, and the one of this machine to name where it has no other. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * The address by which others reach this server: the one that is said, else the one it listens on. A server that listens
 * on all of them is reached by the first that is not of this machine alone.
 */
export function advertisedAddress(
  { bindAddress, advertiseAddress }: { readonly bindAddress: string; readonly advertiseAddress: string | undefined },
  interfaces = networkInterfaces(),
): string {
  if (advertiseAddress !== undefined) return advertiseAddress;
  const loopback = LOOPBACK_OF[bindAddress];
  if (loopback === undefined) return bindAddress;
  const family = bindAddress === '::' ? 'IPv6' : 'IPv4';
  const addresses = Object.values(interfaces).flatMap((list) => list ?? []);
  const outer = addresses.find((a) => !a.internal && a.family === family && !a.address.startsWith('fe80:'));
  return outer?.address ?? loopback;
}
