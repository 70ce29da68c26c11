import type { RequestListener, Server as HttpServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer, type ServerOptions } from 'node:https';
import { guardTlsServer } from '@orch/connections';
import { closeIdleSessions, http2Limits, skipResetStreams } from './http2-sessions.js';
import { refuseExpectation } from './refuse-expectation.js';
import type { TlsContexts } from '../certificates/tls-contexts.js';

/** Limit of the request line and all headers together. Long selectors travel in the URL. */
const MAX_HEADER_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MS = 30_000;
/** Time for a request with its body, also where requests time out earlier. */
const MIN_RECEIVE_MS = 60_000;
/** Interval of the checks for slow connections. */
const CHECK_MS = 5_000;
/**
 * Longer than the idle timeout of common proxies and clients, so that they close an idle connection, not the server.
 */
const KEEP_ALIVE_MS = 95_000;
/** Timeout of a PING to an HTTP/2 client. What is sent before it, some megabytes of an answer or of events, may take a slow connection as long. */
const PING_MS = 30_000;

/** A client that offers other protocols only fails in the handshake without a reason. */
const HTTP1: readonly string[] = ['http/1.1', 'http/1.0'];

export interface TlsServerOptions {
  readonly contexts: TlsContexts;
  /** Serve HTTP/2 to clients that offer it. Costs more per request than HTTP/1.1. */
  readonly http2: boolean;
  /** Time for a request, its body included; at least a minute. */
  readonly requestTimeoutMs: number;
}

/**
 * The TLS listener. It requests a client certificate and accepts any or none: authorization is decided per request,
 * since a handshake cannot return a Status (D-016).
 */
export function createTlsServer(options: TlsServerOptions, listener: RequestListener): HttpServer {
  const tls: ServerOptions = {
    ...options.contexts.options(),
    requestCert: true,
    rejectUnauthorized: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false, // checked by a filter, which answers with a Status
    noDelay: true,
    connectionsCheckingInterval: CHECK_MS,
  };
  const server = options.http2
    ? (createSecureServer(
        { ...tls, ...http2Limits(MAX_HEADER_BYTES), allowHTTP1: true },
        listener as never,
      ) as unknown as HttpServer)
    : createServer({ ...tls, ALPNProtocols: [...HTTP1] }, listener);
  options.contexts.installIn(server);
  if (options.http2) skipResetStreams(server);
  guardTlsServer(server, { mayBeDirect: true });
  if (options.http2) closeIdleSessions(server, { idleMs: KEEP_ALIVE_MS, pingMs: PING_MS, checkMs: CHECK_MS });
  // No limit here: Node would drop the last headers, such as those that a proxy appends to the headers of its client.
  server.maxHeadersCount = 0;
  // Node's HTTP/2 server does not take it from its options for HTTP/1.1.
  if (options.http2) Object.assign(server, { maxHeaderSize: MAX_HEADER_BYTES });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = Math.max(MIN_RECEIVE_MS, options.requestTimeoutMs);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = 0; // watches may be idle for long
  // The body is read after authorization; a client that sent Expect waits until then.
  server.on('checkContinue', listener);
  server.on('checkExpectation', refuseExpectation);
  return server;
}
