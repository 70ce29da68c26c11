import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { warningHeaders, type WarningTexts } from '../request/warning-header.js';

/** The fields of a request that an answer needs. */
export interface AnsweredRequest {
  readonly reply: ServerResponse;
  readonly auditId: string;
  readonly warnings: Omit<WarningTexts, 'push'>;
  readonly answerHeaders?: Readonly<Record<string, string>> | undefined;
  /** Bytes of the body, before compression. */
  answerBytes?: number;
}

/** Headers of every answer (C-093), with the collected warnings (D-201). */
export function commonHeaders(request: AnsweredRequest): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'Audit-Id': request.auditId, 'Cache-Control': 'no-cache, private' };
  if (request.warnings.length > 0) headers.Warning = warningHeaders(request.warnings);
  const { answerHeaders } = request;
  if (answerHeaders) for (const name in answerHeaders) headers[name] = answerHeaders[name];
  return headers;
}

/** Bodies up to this size are sent in one string with their headers. Unit: bytes. */
const JOINED_BYTES = 4 * 1_024;

/**
 * Answers with encoded bytes, and ends the answer.
 *
 * HOT PATH (bench: get): Node joins its headers with a string only; of bytes it makes a write of their own, which costs more than the copy. As `latin1` a
 * string has the same bytes.
 */
export function writeBytes(
  request: AnsweredRequest,
  code: number,
  contentType: string,
  body: Uint8Array,
  extra?: OutgoingHttpHeaders,
): void {
  const { reply } = request;
  writeHeaders(request, code, contentType, body.byteLength, extra);
  if (body.byteLength <= JOINED_BYTES && Buffer.isBuffer(body) && isCorkable(reply)) {
    reply.end(body.toString('latin1'), 'latin1');
  } else reply.end(body);
}

/** Not in HTTP/2, where headers are a frame of their own. */
const isCorkable = (reply: ServerResponse): boolean => 'cork' in reply;

/** As `writeBytes`, for bytes that are kept in pieces: they are joined by the connection, outside of the memory that V8 collects. */
export function writePieces(
  request: AnsweredRequest,
  code: number,
  contentType: string,
  pieces: readonly Uint8Array[],
  extra?: OutgoingHttpHeaders,
): void {
  const { reply } = request;
  if (pieces.length === 1 || !isCorkable(reply)) {
    writeBytes(request, code, contentType, pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), extra);
    return;
  }
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  writeHeaders(request, code, contentType, bytes, extra);
  reply.cork();
  for (const piece of pieces) reply.write(piece);
  reply.end(); // uncorks
}

/** Writes the headers of an answer with a body of that size. */
export function writeHeaders(
  request: AnsweredRequest,
  code: number,
  contentType: string,
  bodyBytes: number,
  extra: OutgoingHttpHeaders | undefined,
): void {
  const headers = commonHeaders(request);
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = bodyBytes;
  if (extra) Object.assign(headers, extra);
  request.answerBytes = bodyBytes;
  request.reply.writeHead(code, headers);
}

/** Answers with plain text: health, unknown roots, overload. */
export function writeText(request: AnsweredRequest, code: number, text: string, extra?: OutgoingHttpHeaders): void {
  writeBytes(request, code, 'text/plain; charset=utf-8', Buffer.from(text), {
    'X-Content-Type-Options': 'nosniff',
    ...extra,
  });
}
