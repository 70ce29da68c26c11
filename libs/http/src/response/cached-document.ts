import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { COMPRESS_FROM_BYTES, compressed, takesGzip } from './compression.js';
import { flowOfRequester, type Requester } from '../request/requester.js';
import { type AnsweredRequest, commonHeaders, writeHeaders, writePieces } from './write-answer.js';
import { writeInTurns } from './write-in-turns.js';

/** A larger document is written as its client reads it, in turns of the event loop: each client that does not read would hold an encrypted copy of the whole. */
const IN_TURNS_BYTES = 64 * 1_024;

/** The sender of a request, and the headers that validate a cached document. */
export interface CachingRequest extends AnsweredRequest, Requester {
  readonly headers: IncomingHttpHeaders;
}

/** A document created once and sent to many clients, who may cache and revalidate it (C-292, C-298). */
export class CachedDocument {
  private compressedBytes: Promise<Buffer> | undefined;
  private readonly length: number;

  constructor(
    readonly contentType: string,
    /** Its bytes, in order. Documents may share pieces. */
    private readonly pieces: readonly Buffer[],
    /** Upper-case hexadecimal; depends on the content only. */
    readonly hash: string = hashOf(pieces),
  ) {
    this.length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  /** As a whole: joined on each call. */
  get bytes(): Buffer {
    return this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
  }

  /** Answers 200, or 304 when the client has this document. Sets `Vary: Accept`. */
  send(request: CachingRequest, extra?: OutgoingHttpHeaders): void | Promise<void> {
    const compressible = this.length >= COMPRESS_FROM_BYTES;
    const etag = `"${this.hash}"`;
    const headers = { ETag: etag, Vary: compressible ? 'Accept, Accept-Encoding' : 'Accept', ...extra };
    if (names(request.headers['if-none-match'], etag)) {
      request.reply.writeHead(304, { ...commonHeaders(request), ...headers }).end();
      return;
    }
    if (!compressible || !takesGzip(request.headers)) return this.write(request, this.pieces, this.length, headers);
    this.compressedBytes ??= compressed(this.bytes);
    return this.compressedBytes.then((body) =>
      this.write(request, [body], body.length, { ...headers, 'Content-Encoding': 'gzip' }),
    );
  }

  private write(
    request: CachingRequest,
    pieces: readonly Buffer[],
    length: number,
    headers: OutgoingHttpHeaders,
  ): void | Promise<void> {
    if (length <= IN_TURNS_BYTES) return writePieces(request, 200, this.contentType, pieces, headers);
    writeHeaders(request, 200, this.contentType, length, headers);
    const { reply } = request;
    if (reply.req.method === 'HEAD') return void reply.end();
    const body = { reply, out: reply, flow: flowOfRequester(request) };
    return writeInTurns(slicesOf(pieces), body).then(() => void reply.end());
  }
}

function* slicesOf(pieces: readonly Buffer[]): Generator<Buffer> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += IN_TURNS_BYTES) yield piece.subarray(at, at + IN_TURNS_BYTES);
}

function hashOf(pieces: readonly Buffer[]): string {
  const hash = createHash('sha512');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex').toUpperCase();
}

/** Weak comparison of tags: a client with an equivalent document need not load it again. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim();
    return tag === etag || tag === '*' || (tag.startsWith('W/') && tag.slice(2) === etag);
  });
}
