import { isIPv6 } from 'node:net';

/** Where a proxied request goes. */
export interface ProxyTarget {
  readonly ip: string;
  readonly port: number;
  /** Whether it is spoken to over TLS. Its certificate is not checked: nobody told this server whom to trust. */
  readonly tls: boolean;
}

/** `10.0.0.7:80`, `[fd00::7]:80`. */
export const hostOf = ({ ip, port }: ProxyTarget): string => `${isIPv6(ip) ? `[${ip}]` : ip}:${port}`;

/** The port a text names; undefined when it is no number of a port. */
export function readPort(text: string): number | undefined {
  const port = Number(text);
  return /^[0-9]{1,5}$/.test(text) && port > 0 && port < 65_536 ? port : undefined;
}
