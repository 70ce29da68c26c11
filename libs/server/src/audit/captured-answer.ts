import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Longest answer that is kept. */
const MAX_BYTES = 8 * 1_024 * 1_024;

/** What was sent as the body of one answer, and what its headers say of it, kept while it is sent. */
export class CapturedAnswer {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  /** The answer was longer than what is kept; nothing of it is. */
  tooLong = false;
  form: { readonly contentType: string | undefined; readonly encoding: string | undefined } = {
    contentType: undefined,
    encoding: undefined,
  };

  constructor(reply: ServerResponse) {
    const writeHead = reply.writeHead.bind(reply) as (...args: unknown[]) => ServerResponse;
    const write = reply.write.bind(reply) as (...args: unknown[]) => boolean;
    const end = reply.end.bind(reply) as (...args: unknown[]) => ServerResponse;
    // Node keeps nothing of headers that are written at once.
    reply.writeHead = (...args: unknown[]) => {
      const given = args.at(-1);
      const headers = typeof given === 'object' && given !== null ? (given as OutgoingHttpHeaders) : {};
      this.form = {
        contentType: textOf(headers['Content-Type'] ?? reply.getHeader('content-type')),
        encoding: textOf(headers['Content-Encoding'] ?? reply.getHeader('content-encoding')),
      };
      return writeHead(...args);
    };
    reply.write = (...args: unknown[]) => {
      this.keep(args[0]);
      return write(...args);
    };
    reply.end = (...args: unknown[]) => {
      this.keep(args[0]);
      return end(...args);
    };
  }

  get body(): Buffer {
    return Buffer.concat(this.chunks, this.bytes);
  }

  private keep(chunk: unknown): void {
    if (this.tooLong || !(typeof chunk === 'string' || chunk instanceof Uint8Array)) return;
    const bytes = Buffer.from(chunk as Uint8Array);
    this.bytes += bytes.length;
    if (this.bytes <= MAX_BYTES) {
      this.chunks.push(bytes);
      return;
    }
    this.tooLong = true;
    this.bytes = 0;
    this.chunks.length = 0;
  }
}

const textOf = (header: number | string | readonly string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header);
