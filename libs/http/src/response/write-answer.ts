import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { warningHeaders } from './warning-header.js';

/** What an answer needs to know of its request. */
export interface AnsweredRequest {
  readonly reply: ServerResponse;
  readonly auditId: string;
  readonly warnings: readonly string[];
  readonly answerHeaders?: Readonly<Record<string, string>> | undefined;
  /** Bytes of the body, before they are compressed on the way. */
  answerBytes?: number;
}

/** Headers that every answer carries (C-093), with the warnings collected on the way (D-201). */
export function commonHeaders(request: AnsweredRequest): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { 'Audit-Id': request.auditId, 'Cache-Control': 'no-cache, private' };
  if (request.warnings.length > 0) headers.Warning = warningHeaders(request.warnings);
  const { answerHeaders } = request;
  if (answerHeaders) for (const name in answerHeaders) headers[name] = answerHeaders[name];
  return headers;
}

/** Answers with bytes that are ready, and ends the answer. */
export function writeBytes(
  request: AnsweredRequest,
  code: number,
  contentType: string,
  body: Uint8Array,
  extra?: OutgoingHttpHeaders,
): void {
  const headers = commonHeaders(request);
  headers['Content-Type'] = contentType;
  headers['Content-Length'] = body.byteLength;
  if (extra) Object.assign(headers, extra);
  request.answerBytes = body.byteLength;
  request.reply.writeHead(code, headers);
  request.reply.end(body);
}

/** Answers with plain text: health, unknown roots, overload. */
export function writeText(request: AnsweredRequest, code: number, text: string, extra?: OutgoingHttpHeaders): void {
  writeBytes(request, code, 'text/plain; charset=utf-8', Buffer.from(text), {
    'X-Content-Type-Options': 'nosniff',
    ...extra,
  });
}
