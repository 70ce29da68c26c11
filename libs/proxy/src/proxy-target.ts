import { isIPv6 } from 'node:net';

/** Where a proxied request goes. */
export interface ProxyTarget {
  readonly ip: string;
  readonly port: number;
  /** Whether to use TLS. The certificate is not verified: no CA is configured for backends. */
  readonly tls: boolean;
}

/** `10.0.0.7:80`, `[fd00::7]:80`. */
export const hostOf = ({ ip, port }: ProxyTarget): string => `${isIPv6(ip) ? `[${ip}]` : ip}:${port}`;

/** Parses a port number; undefined when it is invalid. */
export function readPort(text: string): number | undefined {
  const port = Number(text);
  return /^[0-9]{1,5}$/.test(text) && port > 0 && port < 65_536 ? port : undefined;
}
