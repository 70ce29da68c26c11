import type { Server } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { HandshakeGate } from './handshake-gate.js';

/** As other servers of this API answer: clients show this text. */
const ANSWER = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

/**
 * Answers a request that came without TLS, in the clear, and ends its connection. OpenSSL knows one by its first bytes, which are
 * `GET `, `HEAD `, `POST ` or `PUT `; any other connection without TLS is closed without an answer. Nothing of the request is read.
 */
export function answerPlainHttp(server: Server, gate: HandshakeGate): void {
  server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, connection: TLSSocket) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST') gate.connectionOf(connection)?.end(ANSWER);
  });
}
