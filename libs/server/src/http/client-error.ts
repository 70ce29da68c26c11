import type { Duplex } from 'node:stream';

interface ParserError extends Error {
  readonly code?: string;
}

/** What a client is told whose bytes are no HTTP request; anything else is a broken connection, and nobody listens. */
function refusal(error: ParserError): { code: number; phrase: string; reason: string; message: string } | undefined {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: 431,
        phrase: 'Request Header Fields Too Large',
        reason: 'RequestEntityTooLarge',
        message: 'the request line and headers are too large: shorten the URL or send fewer headers',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 408, phrase: 'Request Timeout', reason: 'Timeout', message: 'the request did not arrive in time' };
    default:
      return error.code?.startsWith('HPE_')
        ? { code: 400, phrase: 'Bad Request', reason: 'BadRequest', message: 'the bytes received are no HTTP request' }
        : undefined;
  }
}

/** Answers what Node's parser could not make a request of, in the same shape as every error, and ends the connection. */
export function onClientError(error: ParserError, socket: Duplex): void {
  const answer = refusal(error);
  if (!answer || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, phrase, reason, message } = answer;
  const body = JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  });
  socket.end(
    `HTTP/1.1 ${code} ${phrase}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-cache, private\r\nConnection: close\r\n\r\n${body}`,
  );
}
