import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { Http2ServerRequest } from 'node:http2';

/** Headers of a request that are not of the requests that it causes: of its connection, its body, its answer, its page. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'audit-id',
  'connection',
  'cookie',
  'expect',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'keep-alive',
  'origin',
  'proxy-connection',
  'range',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const isOwn = (name: string): boolean =>
  OWN_HEADERS.has(name) || name.startsWith(':') || name.startsWith('content-') || name.startsWith('sec-');

/**
 * A GET that another request causes, with the credentials of that one: its headers and its connection, so that every way of authentication
 * (tokens, client certificates, an authenticating proxy, impersonation) works as for that request. Looks like a request of HTTP/2: it is a
 * stream of its own, and framing is not its matter.
 */
export class InProcessRequest extends Readable {
  readonly method = 'GET';
  readonly httpVersion = '2.0';
  readonly httpVersionMajor = 2;
  readonly httpVersionMinor = 0;
  readonly complete = true;
  readonly headers: IncomingHttpHeaders = {};
  readonly rawHeaders: string[] = [];
  readonly socket: IncomingMessage['socket'];

  constructor(
    cause: IncomingMessage,
    readonly url: string,
    accept: string,
  ) {
    super();
    // The socket of an HTTP/2 request is a substitute without the client certificate.
    const { stream } = cause as unknown as Partial<Http2ServerRequest>;
    this.socket = (stream?.session?.socket as IncomingMessage['socket'] | undefined) ?? cause.socket;
    const { rawHeaders, headers } = cause;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      if (!isOwn(rawHeaders[i]!.toLowerCase())) this.rawHeaders.push(rawHeaders[i]!, rawHeaders[i + 1]!);
    }
    for (const [name, value] of Object.entries(headers)) if (!isOwn(name)) this.headers[name] = value;
    const authority = headers[':authority'] ?? headers.host;
    const own = { accept, 'content-length': '0', ...(typeof authority === 'string' ? { host: authority } : {}) };
    for (const [name, value] of Object.entries(own)) {
      this.headers[name] = value;
      this.rawHeaders.push(name, value);
    }
  }

  override _read(): void {
    this.push(null);
  }
}

/** The head of an answer. */
export interface AnswerHead {
  readonly code: number;
  readonly contentType: string;
}

/**
 * The answer to an {@link InProcessRequest}: what is written into it is read from it. Has room as long as it is read, as a connection. Emits
 * `head` when its headers are complete.
 */
export class InProcessReply extends PassThrough {
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  readonly socket = null;
  private readonly fields = new Map<string, number | string | readonly string[]>();

  constructor(readonly req: InProcessRequest) {
    super();
    this.setMaxListeners(0); // filters, metrics, audit and the watch listen, and so does its reader
    this.once('close', () => req.destroy());
  }

  setHeader(name: string, value: number | string | readonly string[]): this {
    this.fields.set(name.toLowerCase(), value);
    return this;
  }

  getHeader(name: string): number | string | readonly string[] | undefined {
    return this.fields.get(name.toLowerCase());
  }

  hasHeader(name: string): boolean {
    return this.fields.has(name.toLowerCase());
  }

  removeHeader(name: string): void {
    this.fields.delete(name.toLowerCase());
  }

  getHeaderNames(): string[] {
    return [...this.fields.keys()];
  }

  getHeaders(): OutgoingHttpHeaders {
    return Object.fromEntries(this.fields) as OutgoingHttpHeaders;
  }

  writeHead(code: number, reasonOrHeaders?: string | OutgoingHttpHeaders, headers?: OutgoingHttpHeaders): this {
    this.statusCode = code;
    const given = typeof reasonOrHeaders === 'object' ? reasonOrHeaders : headers;
    for (const [name, value] of Object.entries(given ?? {})) if (value !== undefined) this.setHeader(name, value);
    this.flushHeaders();
    return this;
  }

  flushHeaders(): void {
    if (this.headersSent) return;
    this.headersSent = true;
    this.emit('head', {
      code: this.statusCode,
      contentType: String(this.getHeader('content-type') ?? ''),
    } satisfies AnswerHead);
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, bytes: Buffer) => void,
  ): void {
    this.flushHeaders();
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.flushHeaders();
    done();
  }
}

/** The same, as the filters of requests see them. */
export const asHttp = (request: InProcessRequest, reply: InProcessReply): [IncomingMessage, ServerResponse] => [
  request as unknown as IncomingMessage,
  reply as unknown as ServerResponse,
];
