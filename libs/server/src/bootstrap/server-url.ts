import { isIPv6 } from 'node:net';
import { parseExternalHostname } from '@orch/tls';

/** The URL for clients on this machine: an unspecified address is replaced by loopback. */
export function serverUrl(bindAddress: string, port: number): string {
  const host = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress === '::' ? '::1' : bindAddress;
  return httpsUrl(host, port);
}

/**
 * The URL for clients on any machine, of a server that listens on `port`. Undefined without a configured host name.
 * @throws ExternalHostnameError
 */
export function externalUrl(externalHostname: string | undefined, port: number): string | undefined {
  if (externalHostname === undefined) return undefined;
  const external = parseExternalHostname(externalHostname);
  return httpsUrl(external.host, external.port ?? port);
}

const httpsUrl = (host: string, port: number): string => `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
