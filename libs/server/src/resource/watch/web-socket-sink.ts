import type { Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
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
import { commonHeaders, type RequestContext } from '@orch/http';
import type { LargeEvents, Representation } from '@orch/http';
import { flowOfRequester, unreadBytes, type UnreadConnection } from '@orch/http';
import { LINES, WatchEncodings } from './watch-encodings.js';

/** Bytes that may be buffered in a connection before its watch pauses. */
const BUFFER_BYTES = 128 * 1_024;
const NORMAL_CLOSURE = 1000;
const LIMITS = {
  /** Clients of a watch send only control frames. Unit: bytes. */
  maxPayload: 4 * 1_024,
  maxFragments: 16,
  maxBufferedChunks: 4 * 1_024,
  /** No more answers to a client that sends pings without reading them. */
  maxPendingAutoPongs: 60,
  /** A client that does not close its side within this time is disconnected. Unit: milliseconds. */
  closeTimeout: 1_000,
};
/** Close code for a client that sends messages, or too many control frames (RFC 6455, section 7.4.1). */
const POLICY_VIOLATION = 1008;
/** Control frames of a client in each period of time: ten a second. Unit of the period: milliseconds. */
const MAX_CONTROL_FRAMES = 100;
const CONTROL_PERIOD_MS = 10_000;
const NO_BYTES = Buffer.alloc(0);
const LINE_FEED = 10;

/** The WebSocket of a watch: one JSON event in each text message (C-040). */
export class WebSocketSink implements WatchSink, UnreadConnection {
  /** Set by the caller that waits for it. */
  begun?: () => void;
  readonly flow: string;
  private readonly socket: Socket;
  private readonly encodings: WatchEncodings;
  private webSocket: WebSocket | undefined;

  constructor(
    store: ResourceStore,
    private readonly representation: Representation,
    private readonly context: RequestContext,
    /** The accepted subprotocol. */
    private readonly protocol: string | undefined,
    large?: LargeEvents,
  ) {
    this.flow = flowOfRequester(context).name;
    this.socket = context.raw.socket;
    this.encodings = new WatchEncodings(store, representation, LINES, large);
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

  /** Sends the handshake response, and starts to read frames of the client. */
  open(handle: WatchHandle): void {
    const { socket, context } = this;
    const { raw, reply } = context;
    reply.statusCode = 101; // for metrics and audit; the response itself is never written
    context.onUpgraded?.();
    const server = new WebSocketServer({
      ...LIMITS,
      // One frame in a turn of the event loop: a packet holds thousands of empty ones.
      allowSynchronousEvents: false,
      noServer: true,
      clientTracking: false,
      handleProtocols: () => this.protocol ?? false,
    });
    server.on('headers', (lines: string[]) => {
      for (const [name, value] of Object.entries(commonHeaders(context))) {
        lines.push(...[value].flat().map((one) => `${name}: ${String(one)}`));
      }
    });
    server.handleUpgrade(raw, socket, NO_BYTES, (webSocket) => (this.webSocket = webSocket));
    if (this.webSocket) refuseMessages(this.webSocket);
    const drained = () => {
      unreadBytes.release(this);
      handle.drained();
    };
    socket.on('drain', drained);
    reply.once('close', () => {
      socket.off('drain', drained);
      unreadBytes.release(this);
    });
  }

  write(piece: Buffer): boolean {
    if (!this.isOpen()) return true;
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      this.webSocket!.send(piece.subarray(start, end), { binary: false });
      start = end + 1;
    }
    if (this.socket.writableLength < BUFFER_BYTES) return true;
    unreadBytes.hold(this, this.socket.writableLength);
    return false;
  }

  abort(): void {
    this.socket.destroy();
  }

  end(error?: ApiError): void {
    if (error) this.write(this.representation.status.event(error.toStatus()));
    this.webSocket?.close(NORMAL_CLOSURE);
  }

  private isOpen(): boolean {
    return this.webSocket !== undefined && this.webSocket.readyState === this.webSocket.OPEN;
  }
}

/** A watch has nothing to receive: messages, or a flood of control frames, end the connection. */
function refuseMessages(webSocket: WebSocket): void {
  let periodStartMs = 0;
  let frames = 0;
  const refuse = (): void => {
    webSocket.close(POLICY_VIOLATION);
    webSocket.terminate();
  };
  const onControlFrame = (): void => {
    const nowMs = performance.now();
    if (nowMs - periodStartMs > CONTROL_PERIOD_MS) {
      periodStartMs = nowMs;
      frames = 0;
    }
    if (++frames > MAX_CONTROL_FRAMES) refuse();
  };
  webSocket.on('message', refuse).on('ping', onControlFrame).on('pong', onControlFrame);
  // A client that violates the protocol: `ws` closes the connection with the right code.
  webSocket.on('error', () => undefined);
}
