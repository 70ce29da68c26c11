import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { ApiError } from '@orch/apimachinery';
import { BodyBuffer } from './body-buffer.js';
import { PieceLimit, tooManyPieces } from './piece-limit.js';

const EMPTY = Buffer.alloc(0);

/** The error for a body of more than `limitBytes` (C-094, D-217). */
export const bodyTooLarge = (limitBytes: number): ApiError =>
  ApiError.tooLarge(`Request entity too large: limit is ${limitBytes}`);

/** The error for an incomplete body, for a client that is still connected. */
export const bodyIncomplete = (cause?: unknown): ApiError => ApiError.badRequest('the request body was cut off', cause);

/** The value of `Content-Length`; undefined without one, never NaN (Node rejects such a header). */
export function declaredLength(raw: IncomingMessage): number | undefined {
  const header = raw.headers['content-length'];
  return header === undefined ? undefined : Number(header);
}

/** Whether the request has a body. One over HTTP/2 may have neither header: its first frame says whether it ends there. */
export function hasBody(raw: IncomingMessage): boolean {
  const { stream } = raw as unknown as Partial<Http2ServerRequest>;
  if (stream) return !stream.endAfterHeaders;
  return raw.headers['transfer-encoding'] !== undefined || (declaredLength(raw) ?? 0) > 0;
}

/** Whether Node has the whole body of a request over HTTP/1.1, with a length, of which nothing was read. HOT PATH (bench: create): it is read without events. */
export const hasWholeBody = (raw: IncomingMessage): boolean =>
  raw.readableFlowing === null && raw.httpVersionMajor === 1 && raw.readableLength === declaredLength(raw);

const encodedBody = (encoding: string): ApiError =>
  new ApiError(
    'UnsupportedMediaType',
    `the body of the request has Content-Encoding ${JSON.stringify(encoding)}: send it as it is`,
  );

/** Called while a body is read. */
export interface BodyObserver {
  /** For each piece, with its length. */
  readonly onPiece?: ((bytes: number) => void) | undefined;
  /** At the last byte, before the body is processed. */
  readonly onWhole?: () => void;
  /** Receives a function that ends the wait for the rest of the body. */
  readonly onWaiting?: (cut: (reason: unknown) => void) => void;
}

/**
 * Reads a body of at most `limitBytes`. A larger `Content-Length` is rejected before a byte is read; a body without one
 * is rejected at the first byte over the limit. `100 Continue` is sent only now, so a rejected client sends nothing.
 * @throws ApiError RequestEntityTooLarge; UnsupportedMediaType for a compressed body; BadRequest for too many small
 * chunks, and when the client disconnects early.
 */
export function readBody(
  raw: IncomingMessage,
  reply: ServerResponse,
  limitBytes: number,
  { onPiece, onWhole, onWaiting }: BodyObserver = {},
): Promise<Buffer> {
  if (!hasBody(raw)) return Promise.resolve(EMPTY);
  const encoding = raw.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return Promise.reject(encodedBody(encoding));
  }
  const length = declaredLength(raw);
  if (length !== undefined && length > limitBytes) return Promise.reject(bodyTooLarge(limitBytes));
  if (raw.headers.expect?.toLowerCase() === '100-continue') reply.writeContinue();
  if (hasWholeBody(raw)) {
    onWhole?.();
    const body = raw.read() as Buffer;
    raw.resume(); // otherwise it never ends, and the connection keeps it until the next request
    return Promise.resolve(body);
  }
  return new Promise((resolve, reject) => {
    const body = new BodyBuffer(length);
    const pieces = new PieceLimit();
    const stop = (): void => {
      raw.off('data', onData);
      raw.off('end', onEnd);
      raw.off('error', onCut);
      raw.off('close', onCut);
    };
    const refuse = (error: ApiError): void => {
      stop();
      raw.pause();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      if (body.length + chunk.length > limitBytes) return refuse(bodyTooLarge(limitBytes));
      if (pieces.isExceededBy(chunk.length)) return refuse(tooManyPieces());
      body.append(chunk);
      onPiece?.(chunk.length);
    };
    const onEnd = (): void => {
      stop();
      onWhole?.();
      resolve(body.take());
    };
    const onCut = (cause?: unknown): void => {
      stop();
      reject(bodyIncomplete(cause));
    };
    onWaiting?.((reason) => {
      stop();
      reject(reason);
    });
    raw.on('data', onData);
    raw.on('end', onEnd);
    raw.on('error', onCut);
    raw.on('close', onCut);
  });
}
