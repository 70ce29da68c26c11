import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import { SECURITY_HEADERS } from '../page/security-headers.js';
import { readCommand } from './read-command.js';
import { type StreamParts, WatchStream } from './watch-stream.js';

export const MAX_STREAMS = 16;
/** 256 bits. */
const ID_BYTES = 32;

/** The streams of all tabs of a server. */
export class WatchStreams<Credentials> {
  private readonly streams = new Map<string, WatchStream<Credentials>>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly parts: StreamParts<Credentials>) {}

  /**
   * Answers with a stream, which stays open.
   * @param owner identifies the user.
   * @param stopping aborted when the server stops, or the client is gone.
   * @throws ApiError TooManyRequests.
   */
  open(owner: string, reply: ServerResponse, stopping: AbortSignal, headers: OutgoingHttpHeaders = {}): void {
    const count = this.counts.get(owner) ?? 0;
    if (count >= MAX_STREAMS) {
      throw ApiError.tooManyRequests(
        `a user has at most ${MAX_STREAMS} streams: close other tabs of the dashboard`,
        10,
      );
    }
    this.counts.set(owner, count + 1);
    reply.writeHead(200, {
      ...headers,
      ...SECURITY_HEADERS,
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no', // proxies must not collect lines
    });
    const id = randomBytes(ID_BYTES).toString('base64url');
    const stream = new WatchStream(id, owner, reply, this.parts);
    this.streams.set(id, stream);
    stopping.addEventListener('abort', () => stream.stop(), { once: true });
    reply.once('close', () => {
      this.streams.delete(id);
      this.release(owner);
    });
  }

  /**
   * @param body of the request.
   * @param credentials with which new watches are opened.
   * @throws ApiError NotFound for an unknown stream, Forbidden for that of another user, and those of {@link WatchStream.apply}.
   */
  command(id: string, owner: string, body: Uint8Array, credentials: Credentials): void {
    const stream = this.streams.get(id);
    if (!stream) throw new ApiError('NotFound', 'there is no such stream: open another one');
    if (stream.owner !== owner) throw new ApiError('Forbidden', 'the stream belongs to another user: open another one');
    stream.apply(readCommand(body), credentials);
  }

  private release(owner: string): void {
    const left = (this.counts.get(owner) ?? 1) - 1;
    if (left > 0) this.counts.set(owner, left);
    else this.counts.delete(owner);
  }
}
