import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '[::1]']);

/** Whether an address that a server listens on is of this computer alone. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || address === 'localhost' || isLoopback4(address);

const isLoopback4 = (address: string): boolean => isIPv4(address) && address.startsWith('127.');

/**
 * Whether the host that a request names is one of this computer. A site whose name is made to lead to 127.0.0.1 (DNS rebinding) is of the same
 * origin for a browser, and its requests name that site.
 */
export function namesLoopback({ host }: IncomingHttpHeaders): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return LOOPBACK.has(hostname) || isLoopback4(hostname);
}
