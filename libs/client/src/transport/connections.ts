import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { ClientConfiguration } from '../configuration/client-configuration.js';

/** No connection within this is none. Unit: milliseconds. */
const CONNECT_LIMIT_MS = 10_000;

/**
 * Kept-alive HTTP/1.1 connections to the server of a configuration, through its proxy where it names one. Deadlines are the
 * caller's: a watch may be silent for as long as it likes.
 * @param connections at the same time; more requests wait for their turn. Null: no limit.
 */
export function connectionsTo(
  { tls, proxyUrl }: Pick<ClientConfiguration, 'tls' | 'proxyUrl'>,
  connections: number | null,
): Dispatcher {
  const common = { allowH2: false, headersTimeout: 0, bodyTimeout: 0, connections };
  const toServer = {
    // Each of these certificates is an anchor, also one below another, or the server's own: as other clients of this API take them.
    ...(tls.ca === undefined ? {} : { ca: tls.ca, allowPartialTrustChain: true }),
    ...(tls.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
    ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
    rejectUnauthorized: tls.insecureSkipVerify !== true,
    timeout: CONNECT_LIMIT_MS,
  };
  if (proxyUrl === undefined) return new Agent({ ...common, connect: toServer });
  return new ProxyAgent({
    ...common,
    uri: proxyUrl,
    requestTls: toServer,
    proxyTls: { timeout: CONNECT_LIMIT_MS },
  });
}
