import { isIPv6 } from 'node:net';

/** The URL a client on this machine calls: an address that means "all" is called by the loopback. */
export function serverUrl(bindAddress: string, port: number): string {
  const host = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress === '::' ? '::1' : bindAddress;
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
