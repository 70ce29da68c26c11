import type { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import { environmentProxy } from './environment-proxy.js';
import { ProxyConnections } from './proxy-connections.js';
import { connectThroughSocks5 } from './socks5.js';

/** Longest time for a connection, with its TLS handshake. Unit: milliseconds. */
export const CONNECT_LIMIT_MS = 10_000;

export interface ConnectionLimits {
  /** Maximum number; more requests are queued. Null: no limit. */
  readonly connections: number | null;
  /** Unit: milliseconds. Default, and maximum: {@link CONNECT_LIMIT_MS}. */
  readonly connectMs?: number;
  /** Looks up host names. Default: the resolver of the operating system, for each connection. */
  readonly lookup?: LookupFunction;
}

/**
 * Kept-alive HTTP/1.1 connections to the server of a configuration, through its proxy, else that of the environment (D-127). Deadlines are set
 * by the caller: a watch may be idle for any time. The signal of a request is not obeyed before it has a connection (`untilAborted`).
 * @throws ConfigurationError for a proxy of the environment that cannot be used.
 */
export function connectionsTo(
  { server, tls, proxyUrl }: Pick<ClientConfiguration, 'server' | 'tls' | 'proxyUrl'>,
  { connections, connectMs = CONNECT_LIMIT_MS, lookup }: ConnectionLimits,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Dispatcher {
  const timeout = Math.min(connectMs, CONNECT_LIMIT_MS);
  const common = { allowH2: false, headersTimeout: 0, bodyTimeout: 0, connections };
  const certificates = {
    // Each of these certificates is a trust anchor, including intermediate ones and the server's own, as in other clients of this API.
    ...(tls.ca === undefined ? {} : { ca: tls.ca, allowPartialTrustChain: true }),
    ...(tls.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
  };
  const lookups = lookup === undefined ? {} : { lookup };
  const toServer = {
    ...lookups,
    ...(tls.serverName === undefined ? {} : { servername: tls.serverName }),
    rejectUnauthorized: tls.insecureSkipVerify !== true,
    timeout,
  };
  const connect = connector(certificates, toServer);
  const proxyText = proxyUrl ?? environmentProxy(server, environment);
  if (proxyText === undefined) return new Agent({ ...common, connect });
  const proxy = new URL('/', proxyText); // a path has no meaning
  if (proxy.protocol === 'socks5:') return new Agent({ ...common, connect: throughSocks5(proxy, timeout, connect) });
  return new ProxyAgent({
    ...common,
    uri: proxy.href,
    clientFactory: (uri, options) => new ProxyConnections(uri, { ...options, headersTimeout: timeout }),
    requestTls: { ...certificates, ...toServer },
    proxyTls: {
      ...lookups,
      // A proxy may have a certificate of the CA of the cluster.
      ...(tls.ca === undefined ? {} : { ca: [...rootCertificates, tls.ca] }),
      rejectUnauthorized: toServer.rejectUnauthorized,
      timeout,
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

function throughSocks5(proxy: URL, limitMs: number, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const isSecure = options.protocol === 'https:';
    const port = Number(options.port) || (isSecure ? 443 : 80);
    connectThroughSocks5(proxy, options.hostname, port, limitMs).then(
      (socket) => (isSecure ? connect({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
      (error: unknown) => callback(error as Error, null),
    );
  };
}
