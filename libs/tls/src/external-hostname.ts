import { isIPv4, isIPv6 } from 'node:net';

/** The text is not a valid host. The message describes the format. */
export class ExternalHostnameError extends Error {
  override readonly name = 'ExternalHostnameError';
}

/** External host name of the servers, such as that of a load balancer. */
export interface ExternalHostname {
  /** A DNS name or an IP address, without brackets. */
  readonly host: string;
  /** Undefined: the one the server listens on. */
  readonly port: number | undefined;
}

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
/** `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT`. */
const FORM = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/;

/** Reads `HOST` or `HOST:PORT`; an IPv6 address with a port is in brackets. Names become lower case. @throws ExternalHostnameError */
export function parseExternalHostname(text: string): ExternalHostname {
  if (isIPv6(text)) return { host: text, port: undefined };
  const [, bracketed, plain = '', digits] = FORM.exec(text) ?? [];
  const host = bracketed ?? plain.toLowerCase();
  const isHost = bracketed === undefined ? host.length <= 253 && (NAME.test(host) || isIPv4(host)) : isIPv6(host);
  const port = digits === undefined ? undefined : Number(digits);
  if (!isHost || port === 0 || (port ?? 0) > 65_535)
    throw new ExternalHostnameError(
      'must be HOST or HOST:PORT, such as api.example.com:443, without a scheme; an IPv6 address with a port is in brackets',
    );
  return { host, port };
}
