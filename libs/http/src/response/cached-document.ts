import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { COMPRESS_FROM_BYTES, compressed, takesGzip } from './compression.js';
import { type AnsweredRequest, commonHeaders, writeBytes } from './write-answer.js';

/** What a client that asks again is compared by. */
export interface CachingRequest extends AnsweredRequest {
  readonly headers: IncomingHttpHeaders;
}

/** A document made once and sent to many, who may keep it and ask whether it still holds (C-292, C-298). */
export class CachedDocument {
  private squeezed: Promise<Buffer> | undefined;

  constructor(
    readonly contentType: string,
    readonly bytes: Buffer,
    /** Upper-case hexadecimal; changes with the content and with nothing else. */
    readonly hash: string = hashOf(bytes),
  ) {}

  /** Answers 200, or 304 when the client has this document. It was chosen by `Accept`, and the answer says so. */
  send(request: CachingRequest, extra?: OutgoingHttpHeaders): void | Promise<void> {
    const compressible = this.bytes.length >= COMPRESS_FROM_BYTES;
    const etag = `"${this.hash}"`;
    const headers = { ETag: etag, Vary: compressible ? 'Accept, Accept-Encoding' : 'Accept', ...extra };
    if (names(request.headers['if-none-match'], etag)) {
      request.reply.writeHead(304, { ...commonHeaders(request), ...headers }).end();
      return;
    }
    if (!compressible || !takesGzip(request.headers)) {
      writeBytes(request, 200, this.contentType, this.bytes, headers);
      return;
    }
    this.squeezed ??= compressed(this.bytes);
    return this.squeezed.then((body) =>
      writeBytes(request, 200, this.contentType, body, { ...headers, 'Content-Encoding': 'gzip' }),
    );
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('hex').toUpperCase();

/** Tags are compared weakly: who has a document that says the same need not load it again. */
function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim();
    return tag === etag || tag === '*' || (tag.startsWith('W/') && tag.slice(2) === etag);
  });
}
