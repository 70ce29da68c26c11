import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
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
  const certificates = {
    // Each of these certificates is a trust anchor, including intermediate ones and the server's own, as in other clients of this API.
    ...(tls.ca === undefined ? {} : { ca: tls.ca, allowPartialTrustChain: true }),
    ...(tls.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
  };
  const toServer = {
    ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
    rejectUnauthorized: tls.insecureSkipVerify !== true,
    timeout: CONNECT_LIMIT_MS,
  };
  const proxy = proxyUrl ?? environmentProxy(server, environment);
  const connect = connector(certificates, toServer);
  if (proxy === undefined) return new Agent({ ...common, connect });
  if (proxy.startsWith('socks5:')) return new Agent({ ...common, connect: throughSocks5(new URL(proxy), connect) });
  return new ProxyAgent({
    ...common,
    uri: proxy,
    requestTls: { ...certificates, ...toServer },
    proxyTls: {
      // A proxy may have a certificate of the CA of the cluster.
      ...(tls.ca === undefined ? {} : { ca: [...rootCertificates, tls.ca] }),
      rejectUnauthorized: toServer.rejectUnauthorized,
      timeout: CONNECT_LIMIT_MS,
    },
  });
}

/**
 * Connects with certificates that are read once, by the first connection, not by each: informers open one for each resource. Those that cannot be
 * read fail the connection.
 */
function connector(certificates: SecureContextOptions, options: buildConnector.BuildOptions): buildConnector.connector {
  let connect: buildConnector.connector | undefined;
  return (target, callback) => {
    try {
      connect ??= buildConnector({ ...options, secureContext: createSecureContext(certificates) });
    } catch (error) {
      return callback(error as Error, null);
    }
    return connect(target, callback);
  };
}

function throughSocks5(proxy: URL, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const isSecure = options.protocol === 'https:';
    const port = Number(options.port) || (isSecure ? 443 : 80);
    connectThroughSocks5(proxy, options.hostname, port, CONNECT_LIMIT_MS).then(
      (socket) => (isSecure ? connect({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
      (error: unknown) => callback(error as Error, null),
    );
  };
}
