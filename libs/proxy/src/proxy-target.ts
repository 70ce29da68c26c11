import { isIPv6 } from 'node:net';

/** Where a proxied request goes. */
export interface ProxyTarget {
  /** IP address, or a name to resolve. */
  readonly ip: string;
  /** The namespace whose users determine `ip` where it is a name. Default: administrators do. */
  readonly namespace?: string;
  readonly port: number;
  /** Whether to use TLS. */
  readonly tls: boolean;
  /** How TLS identifies both sides. Default: the certificate is not verified: no CA is configured for backends. */
  readonly identity?: TlsIdentity;
}

/** The names and certificates of a TLS connection. */
export interface TlsIdentity {
  /** Name that the certificate of the backend must have. */
  readonly servername: string;
  /** Whether a certificate that is not trusted ends the connection. */
  readonly rejectUnauthorized: boolean;
  /** PEM bundle of trusted CAs. Default: those of the system. */
  readonly ca?: string;
  /** Client certificate and its key, PEM. Default: none. */
  readonly cert?: string;
  readonly key?: string;
}

/** `10.0.0.7:80`, `[fd00::7]:80`. */
export const hostOf = ({ ip, port }: ProxyTarget): string => `${isIPv6(ip) ? `[${ip}]` : ip}:${port}`;

/** Parses a port number; undefined when it is invalid. */
export function readPort(text: string): number | undefined {
  const port = Number(text);
  return /^[0-9]{1,5}$/.test(text) && port > 0 && port < 65_536 ? port : undefined;
}
