import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { acceptedEncoding } from './accepted-encoding.js';
import type { PageFile, PageFiles } from './page-files.js';
import { SECURITY_HEADERS } from './security-headers.js';

/** A year: the name changes with the content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, and asked for again by its ETag. */
const REVALIDATED = 'no-cache';
/** Unit: bytes. */
const PIECE_BYTES = 32 * 1_024;
const NOT_BUILT =
  'The dashboard is not built: run `npm run build` in the directory of the installation, then load this page again.\n';

/** Answers GET and HEAD of a file of the page. @param path below `/dashboard/`. */
export async function servePage(
  files: PageFiles,
  path: string,
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  reply: ServerResponse,
): Promise<void> {
  const file = await files.find(path);
  if (!file) {
    const isBuilt = path !== '' || (await files.areBuilt());
    return sendText(request, reply, isBuilt ? 404 : 503, isBuilt ? '404 page not found\n' : NOT_BUILT);
  }
  const { headers } = request;
  const encoding = acceptedEncoding(headers['accept-encoding']?.toString(), (one) => file.encoded[one] !== undefined);
  const bytes = (encoding && file.encoded[encoding]) ?? file.bytes;
  const answer: OutgoingHttpHeaders = {
    ...SECURITY_HEADERS,
    'Cache-Control': file.isImmutable ? IMMUTABLE : REVALIDATED,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  };
  if (isKnown(headers['if-none-match'], file)) {
    reply.writeHead(304, answer);
    return void reply.end();
  }
  answer['Content-Type'] = file.contentType;
  answer['Content-Length'] = bytes.byteLength;
  if (encoding) answer['Content-Encoding'] = encoding;
  reply.writeHead(200, answer);
  if (request.method === 'HEAD') return void reply.end();
  // What a client that does not read holds is a piece: encrypted, each has its own.
  await pipeline(Readable.from(piecesOf(bytes)), reply).catch(() => undefined); // the client is gone
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** A short answer in plain text, with the headers of the page. */
export function sendText(
  { method }: Pick<IncomingMessage, 'method'>,
  reply: ServerResponse,
  code: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const bytes = Buffer.from(text);
  reply.writeHead(code, {
    ...SECURITY_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': bytes.byteLength,
    ...headers,
  });
  reply.end(method === 'HEAD' ? undefined : bytes);
}

/** An object as JSON, which no cache keeps. */
export function sendJson(
  { method }: Pick<IncomingMessage, 'method'>,
  reply: ServerResponse,
  code: number,
  value: object,
  headers: OutgoingHttpHeaders = {},
): void {
  sendText({ method }, reply, code, `${JSON.stringify(value)}\n`, { 'Content-Type': 'application/json', ...headers });
}

/** `If-None-Match` is a list of validators, or `*`. A proxy that compresses makes a validator weak. */
const isKnown = (header: string | undefined, { etag }: PageFile): boolean =>
  header !== undefined && header.split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim()));
