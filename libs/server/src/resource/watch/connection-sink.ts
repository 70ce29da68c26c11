import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from '@orch/apimachinery';
import type {
  Bookmark,
  PreparedEvents,
  ResourceStore,
  WatchEncoding,
  WatchEvent,
  WatchHandle,
  WatchSink,
} from '@orch/registry';
import type { LargeEvents, Representation } from '@orch/http';
import { abortResponse, isReplyClosed } from '@orch/http';
import { unreadBytes, type UnreadBytes, type UnreadConnection } from '@orch/http';
import { type Framing, LINES, WatchEncodings } from './watch-encodings.js';

/** Bytes that may be buffered in a connection before its watch pauses. */
const BUFFER_BYTES = 128 * 1_024;
/**
 * A connection that does not read the last event within this time is destroyed. Long, because a client may be slow for
 * a while.
 */
const LAST_EVENT_MS = 120_000;

/** Where events of a watch are written, and the flow that is charged for those that its client does not read. */
interface WatchConnection {
  readonly reply: ServerResponse;
  readonly flow: string;
}

/**
 * The connection of a watch. Over HTTP/1.1 the chunk frame is part of the shared encoding and is written to the socket
 * directly: the response object would frame every piece again for every watcher.
 */
export class ConnectionSink implements WatchSink, UnreadConnection {
  /** Set by the caller that waits for it. */
  begun?: () => void;
  readonly flow: string;
  private readonly reply: ServerResponse;
  private readonly direct: Socket | undefined;
  private readonly encodings: WatchEncodings;
  private ended = false;

  constructor(
    store: ResourceStore,
    private readonly representation: Representation,
    { reply, flow }: WatchConnection,
    private readonly headers: () => OutgoingHttpHeaders,
    large?: LargeEvents,
    private readonly unread: UnreadBytes = unreadBytes,
  ) {
    this.reply = reply;
    this.flow = flow;
    // A pipelined response has no socket yet, an HTTP/2 one never owns one.
    this.direct = reply.req?.httpVersionMajor === 1 && reply.socket ? reply.socket : undefined;
    this.encodings = new WatchEncodings(store, representation, this.direct ? CHUNKS : LINES, large);
  }

  get encoding(): WatchEncoding {
    return this.encodings.current;
  }

  isLarge(events: readonly (WatchEvent | Bookmark)[]): boolean {
    return this.encodings.isLarge(events);
  }

  prepare(events: readonly (WatchEvent | Bookmark)[]): Promise<PreparedEvents> | undefined {
    return this.encodings.prepare(events);
  }

  /** Sends the headers and starts to pass on events when the connection has room. */
  open(handle: WatchHandle): void {
    const { reply, direct } = this;
    const headers = this.headers();
    if (direct) headers['Transfer-Encoding'] = 'chunked';
    reply.writeHead(200, headers);
    reply.flushHeaders();
    const drained = () => {
      this.unread.release(this);
      handle.drained();
    };
    const stream = direct ?? reply;
    stream.on('drain', drained);
    reply.once('close', () => {
      stream.off('drain', drained);
      this.unread.release(this);
    });
  }

  /** HOT PATH (bench: watch-fan-out): one write to one socket. */
  write(piece: Buffer): boolean {
    if (this.ended || isReplyClosed(this.reply)) return true;
    const stream = this.direct ?? this.reply;
    if (stream.write(piece) || stream.writableLength < BUFFER_BYTES) return true;
    this.unread.hold(this, stream.writableLength);
    return false;
  }

  abort(): void {
    abortResponse(this.reply);
  }

  end(error?: ApiError): void {
    if (this.ended) return;
    if (error) {
      const event = this.representation.status.event(error.toStatus());
      this.write(this.direct ? asChunk(event) : event);
    }
    this.ended = true;
    this.reply.end();
    const cut = setTimeout(() => this.reply.destroy(), LAST_EVENT_MS);
    cut.unref();
    this.reply.once('close', () => clearTimeout(cut));
    this.reply.once('finish', () => {
      // The last event is in the socket's buffer, where it stays if the client does not read.
      if ((this.direct ?? this.reply).writableLength === 0) clearTimeout(cut);
    });
  }
}

/** One chunk of an HTTP/1.1 body. */
function asChunk(bytes: Buffer): Buffer {
  const size = `${bytes.length.toString(16)}\r\n`;
  const chunk = Buffer.allocUnsafe(size.length + bytes.length + 2);
  chunk.write(size, 0, 'latin1');
  bytes.copy(chunk, size.length);
  chunk.write('\r\n', size.length + bytes.length, 'latin1');
  return chunk;
}

const CHUNKS: Framing = { name: 'chunked', frame: asChunk };
