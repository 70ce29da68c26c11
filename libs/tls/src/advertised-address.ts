import { networkInterfaces } from 'node:os';

/** The loopback address to advertise for each wildcard address, if the machine has no other. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * The address by which clients reach this server: the advertise address, else the bind address. For a wildcard bind address, the first
 * external address of the machine.
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
