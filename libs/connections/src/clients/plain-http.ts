import type { Socket } from 'node:net';

/** The same bytes as other servers of this API: clients show this text. */
const ANSWER = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';
const REQUEST = /^(?:GET|HEAD|POST|PUT) /;
const REQUEST_BYTES = 5;

/**
 * Answers a plain HTTP request on the TLS port; OpenSSL then ends its connection, as that of any other bytes that are not TLS. The request itself is not read.
 * @param first bytes of the connection.
 */
export function answerPlainHttp(connection: Socket, first: Buffer): void {
  if (REQUEST.test(first.toString('latin1', 0, REQUEST_BYTES))) connection.write(ANSWER);
}
