import type { RequestListener, Server as HttpServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer, type ServerOptions } from 'node:https';
import { guardHandshakes, HANDSHAKE_LIMITS } from './handshake-gate.js';
import { closeIdleSessions, http2Limits } from './http2-sessions.js';
import { parseWhilePaused } from './paused-parser.js';
import { answerPlainHttp } from './plain-http.js';
import { refuseExpectation } from './refuse-expectation.js';
import type { TlsContexts } from '../certificates/tls-contexts.js';

/** Bound of the request line and all headers together. Long selectors travel in the URL. */
const MAX_HEADER_BYTES = 64 * 1024;
const HEADERS_TIMEOUT_MS = 30_000;
const RECEIVE_TIMEOUT_MS = 60_000;
/** How often connections are looked at for those that are too slow. */
const CHECK_MS = 5_000;
/** Longer than the idle time of common proxies and clients, so that they, not we, close an idle connection. */
const KEEP_ALIVE_MS = 95_000;
/** How long an HTTP/2 client may take to answer a PING. */
const PING_MS = 10_000;

/** A client that offers only protocols which are not here is not even told why. */
const HTTP1: readonly string[] = ['http/1.1', 'http/1.0'];

export interface TlsServerOptions {
  readonly contexts: TlsContexts;
  /** Serve HTTP/2 to clients that offer it. Costs more per request than HTTP/1.1. */
  readonly http2: boolean;
}

/**
 * The TLS listener. It asks for a client certificate and lets everybody in: who may do what is decided per request, and
 * a handshake cannot explain itself (D-016).
 */
export function createTlsServer(options: TlsServerOptions, listener: RequestListener): HttpServer {
  const tls: ServerOptions = {
    ...options.contexts.options(),
    requestCert: true,
    rejectUnauthorized: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false, // asked for by a filter, which answers with a Status
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
  answerPlainHttp(server, guardHandshakes(server, HANDSHAKE_LIMITS));
  parseWhilePaused(server);
  if (options.http2) closeIdleSessions(server, { idleMs: KEEP_ALIVE_MS, pingMs: PING_MS, checkMs: CHECK_MS });
  // All of them: Node would leave out what comes late, such as the headers that a proxy adds to those of its own client.
  server.maxHeadersCount = 0;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = RECEIVE_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = 0; // watches are silent for long
  // The body is read after authorization: until then a client that asks may wait.
  server.on('checkContinue', listener);
  server.on('checkExpectation', refuseExpectation);
  return server;
}
