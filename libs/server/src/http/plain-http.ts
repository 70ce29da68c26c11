import type { Server } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { HandshakeGate } from './handshake-gate.js';

/** The same bytes as other servers of this API: clients show this text. */
const ANSWER = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

/**
 * Answers a plain HTTP request on the TLS port, and ends its connection. OpenSSL detects one by its first bytes `GET `,
 * `HEAD `, `POST ` or `PUT `; any other connection without TLS is closed without an answer. The request itself is not
 * read.
 */
export function answerPlainHttp(server: Server, gate: HandshakeGate): void {
  server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, connection: TLSSocket) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST') gate.connectionOf(connection)?.end(ANSWER);
  });
}
