import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { ClientConfiguration } from '../configuration/client-configuration.js';

/** Connect timeout. Unit: milliseconds. */
const CONNECT_LIMIT_MS = 10_000;

/**
 * Kept-alive HTTP/1.1 connections to the server of a configuration, through its proxy where it names one. Deadlines are set
 * by the caller: a watch may be idle for any time.
 * @param connections maximum number; more requests are queued. Null: no limit.
 */
export function connectionsTo(
  { tls, proxyUrl }: Pick<ClientConfiguration, 'tls' | 'proxyUrl'>,
  connections: number | null,
): Dispatcher {
  const common = { allowH2: false, headersTimeout: 0, bodyTimeout: 0, connections };
  const toServer = {
    // Each of these certificates is a trust anchor, including intermediate ones and the server's own, as in other clients of this API.
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
