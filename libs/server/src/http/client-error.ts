import { clientNetwork } from '@orch/connections';
import type { Duplex } from 'node:stream';
import {
  currentResponse,
  inNetworkTurn,
  LINGER_BYTES,
  LINGER_MS,
  type RawRefusal,
  isExemptFromRequestTimeout,
} from '@orch/http';
import { rawAnswer } from './raw-answer.js';

interface ParserError extends Error {
  readonly code?: string;
  /** The bytes that could not be parsed: a `Buffer`. */
  readonly rawPacket?: unknown;
}

/** Bytes of a packet that are inspected to recognize a request. */
const REQUEST_LINE_BYTES = 8 * 1024;
const REQUEST_LINE = /^[A-Z][A-Z_-]* \S+ HTTP\/1\.[01]\r?\n/i;

/** Fields that Node's connections have in addition to those of a stream. */
interface Connection extends Duplex {
  readonly bytesRead?: number;
  readonly remoteAddress?: string | undefined;
  readonly server?: { readonly headersTimeout: number; readonly keepAliveTimeout: number };
  /** Includes buffered bytes. */
  readonly bytesWritten?: number;
  /** Why verification of a client certificate failed. */
  readonly authorizationError?: Error | string | null;
}

const NOT_CACHED = ['Cache-Control: no-cache, private'];

const UNAUTHORIZED: RawRefusal = { code: 401, reason: 'Unauthorized', message: 'Unauthorized' };

const UNKNOWN_METHOD: RawRefusal = {
  code: 405,

  reason: 'MethodNotAllowed',
  message: 'the server does not support this method',
};

const beginsWithRequestLine = (packet: unknown): boolean =>
  Buffer.isBuffer(packet) && REQUEST_LINE.test(packet.toString('latin1', 0, REQUEST_LINE_BYTES));

/**
 * The answer to bytes that are not an HTTP request. Undefined for a broken connection, which cannot be answered.
 * @param follows whether they come after a request, with which their packet may begin.
 */
function refusal(error: ParserError, connection: Connection, follows: boolean): RawRefusal | undefined {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: 431,

        reason: 'RequestEntityTooLarge',
        message: 'the request line and headers are too large: shorten the URL or send fewer headers',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 408, reason: 'Timeout', message: 'the request did not arrive in time' };
    default:
      if (error.code === 'HPE_INVALID_METHOD' && !follows && beginsWithRequestLine(error.rawPacket))
        return UNKNOWN_METHOD;
      if (error.code?.startsWith('HPE_')) {
        return {
          code: 400,

          reason: 'BadRequest',
          message: 'the bytes received are not an HTTP request',
        };
      }
      // A signature that does not match stays in OpenSSL's error queue, and the first read fails with it (D-018).
      return connection.authorizationError && error.code?.startsWith('ERR_SSL_') ? UNAUTHORIZED : undefined;
  }
}

/** Connections answered here: a further error, such as that of an end within a request, must not cut off the answer. */
const answered = new WeakSet<Connection>();

/**
 * Answers bytes that Node's parser rejected with a Status, like every error, and ends the connection. The socket is
 * destroyed with a delay: with unread data it would be reset, and the client would lose the answer.
 */
export function onClientError(error: ParserError, socket: Duplex): void {
  const connection: Connection = socket;
  if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return answerError(error, connection);
  if (isExemptFromRequestTimeout(connection)) return;
  if (connection.bytesRead === 0) return closeUnused(connection);
  const response = currentResponse(connection);
  endInTurn(connection, () => {
    const hasArrived = currentResponse(connection) !== response;
    if (!hasArrived) answerError(error, connection);
  });
}

/** Node looks for slow connections every few seconds: there may be thousands at once. */
function endInTurn(connection: Connection, run: () => void): void {
  const isGone = (): boolean => connection.destroyed;
  inNetworkTurn({ network: clientNetwork(connection.remoteAddress ?? ''), connection, run, isGone });
}

function answerError(error: ParserError, connection: Connection): void {
  if (answered.has(connection)) {
    if ((connection.bytesRead ?? 0) > LINGER_BYTES) connection.destroy();
    return;
  }
  const response = currentResponse(connection);
  const follows = response?.req.complete === true;
  const answer = refusal(error, connection, follows);
  // A response that has begun can only be aborted: the refusal would be read as a part of it.
  const isWithinResponse = response !== undefined && response.headersSent && !response.writableEnded;
  if (!answer || isWithinResponse || !connection.writable) {
    connection.destroy();
    return;
  }
  answered.add(connection);
  dropFurtherBytes(connection);
  if (follows) refuseInTurn(connection, answer);
  else refuse(connection, answer);
}

/** Bytes after a request that is still to be answered: their answer comes after its, or the client would take the one for the other. */
function refuseInTurn(connection: Connection, answer: RawRefusal): void {
  const response = currentResponse(connection);
  if (response && !response.writableEnded) response.once('close', () => refuseInTurn(connection, answer));
  else if (connection.writable) refuse(connection, answer);
}

function refuse(connection: Connection, answer: RawRefusal): void {
  // A request with a bad certificate may have been answered with 401 already, while it was read.
  if (answer === UNAUTHORIZED && (connection.bytesWritten ?? 0) > 0) connection.end();
  else connection.end(rawAnswer(answer, NOT_CACHED));
  const cut = setTimeout(() => connection.destroy(), LINGER_MS);
  cut.unref();
  connection.once('close', () => clearTimeout(cut));
}

/**
 * A client may open connections before it has requests for them, as that of Go does. Until their first byte they are idle ones, without
 * an answer at their end: it could meet their first request, whose answer it would be taken for.
 */
function closeUnused(connection: Connection): void {
  const { headersTimeout = 0, keepAliveTimeout = 0 } = connection.server ?? {};
  const closeIfUnused = (): void => {
    if (connection.bytesRead === 0) connection.destroy();
  };
  const cut = setTimeout(endInTurn, Math.max(0, keepAliveTimeout - headersTimeout), connection, closeIfUnused);
  cut.unref();
  connection.once('close', () => clearTimeout(cut));
}

/** The rest of a refused request is not handled: its client has its answer, and may send it again. */
function dropFurtherBytes(connection: Connection): void {
  connection.removeAllListeners('data'); // among them the parser
  connection.on('data', () => {
    if ((connection.bytesRead ?? 0) > LINGER_BYTES) connection.destroy();
  });
}
