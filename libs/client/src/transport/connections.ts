import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import { environmentProxy } from './environment-proxy.js';
import { connectThroughSocks5 } from './socks5.js';

/** Connect timeout. Unit: milliseconds. */
const CONNECT_LIMIT_MS = 10_000;

/**
 * Kept-alive HTTP/1.1 connections to the server of a configuration, through its proxy, else that of the environment (D-127). Deadlines are set
 * by the caller: a watch may be idle for any time.
 * @param connections maximum number; more requests are queued. Null: no limit.
 * @throws ConfigurationError for a proxy of the environment that cannot be used.
 */
export function connectionsTo(
  { server, tls, proxyUrl }: Pick<ClientConfiguration, 'server' | 'tls' | 'proxyUrl'>,
  connections: number | null,
  environment: Readonly<Record<string, string | undefined>> = process.env,
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
  const proxy = proxyUrl ?? environmentProxy(server, environment);
  if (proxy === undefined) return new Agent({ ...common, connect: toServer });
  if (proxy.startsWith('socks5:')) return new Agent({ ...common, connect: socks5Connector(new URL(proxy), toServer) });
  return new ProxyAgent({
    ...common,
    uri: proxy,
    requestTls: toServer,
    proxyTls: {
      // A proxy may have a certificate of the CA of the cluster.
      ...(tls.ca === undefined ? {} : { ca: [...rootCertificates, tls.ca] }),
      rejectUnauthorized: toServer.rejectUnauthorized,
      timeout: CONNECT_LIMIT_MS,
    },
  });
}

function socks5Connector(proxy: URL, toServer: buildConnector.BuildOptions): buildConnector.connector {
  const secure = buildConnector(toServer);
  return (options, callback) => {
    const isSecure = options.protocol === 'https:';
    const port = Number(options.port) || (isSecure ? 443 : 80);
    connectThroughSocks5(proxy, options.hostname, port, CONNECT_LIMIT_MS).then(
      (socket) => (isSecure ? secure({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
      (error: unknown) => callback(error as Error, null),
    );
  };
}
