import type { Socket } from 'node:net';
import { ApiError } from '@orch/apimachinery';
import type { Bookmark, ResourceStore, WatchEncoding, WatchEvent, WatchHandle, WatchSink } from '@orch/registry';
import { commonHeaders, type RequestContext } from '@orch/http';
import type { Representation } from '@orch/http';
import { unreadBytes, type UnreadConnection } from '@orch/http';
import {
  ClientFrames,
  closeFrame,
  CLOSE_CODE,
  encodeFrame,
  OPCODE,
  WebSocketProtocolError,
} from './web-socket-frames.js';

/** Bytes that may be buffered in a connection before its watch pauses. */
const BUFFER_BYTES = 128 * 1_024;
/** A client that does not close its side within this time is disconnected. */
const CLOSE_MS = 1_000;

/** The WebSocket of a watch: one JSON event in each text message (C-040). */
export class WebSocketSink implements WatchSink, UnreadConnection {
  readonly encoding: WatchEncoding;
  /** Set by the caller that waits for it. */
  begun?: () => void;
  private readonly socket: Socket;
  private ended = false;

  constructor(
    store: ResourceStore,
    private readonly representation: Representation,
    private readonly context: RequestContext,
    /** Status line and headers of the answer, without the empty line. */
    private readonly handshake: string,
  ) {
    this.socket = context.raw.socket;
    this.encoding = {
      key: `${store.definition.apiVersion} websocket ${representation.watchKey}`,
      encode: (events: readonly (WatchEvent | Bookmark)[]) =>
        Buffer.concat(events.map((event) => message(representation.event(store, event)))),
    };
  }

  /** Sends the handshake response, and starts to read frames of the client. */
  open(handle: WatchHandle): void {
    const { socket, context } = this;
    const { reply } = context;
    reply.statusCode = 101; // for metrics; the response itself is never written
    const lines = Object.entries(commonHeaders(context)).flatMap(([name, value]) =>
      [value].flat().map((one) => `${name}: ${String(one)}`),
    );
    socket.write(`${this.handshake}${lines.map((line) => `${line}\r\n`).join('')}\r\n`);
    const frames = new ClientFrames((opcode, payload) => this.onFrame(opcode, payload));
    const onData = (chunk: Buffer) => {
      if (this.ended) return;
      try {
        frames.push(chunk);
      } catch (error) {
        if (error instanceof WebSocketProtocolError) this.close(error.closeCode);
        else this.end(ApiError.internal('the watch could not be continued', error));
      }
    };
    const drained = () => {
      unreadBytes.release(this);
      handle.drained();
    };
    socket.on('data', onData);
    socket.once('end', () => this.close(CLOSE_CODE.normal)); // Node would keep our side open
    socket.on('drain', drained);
    reply.once('close', () => {
      socket.off('data', onData).off('drain', drained);
      unreadBytes.release(this);
    });
  }

  write(piece: Buffer): boolean {
    if (this.ended || this.socket.destroyed) return true;
    if (this.socket.write(piece) || this.socket.writableLength < BUFFER_BYTES) return true;
    unreadBytes.hold(this, this.socket.writableLength);
    return false;
  }

  abort(): void {
    this.socket.destroy();
  }

  end(error?: ApiError): void {
    if (error) this.write(message(this.representation.status.event(error.toStatus())));
    this.close(CLOSE_CODE.normal);
  }

  private onFrame(opcode: number, payload: Buffer): void {
    if (this.ended) return;
    if (opcode === OPCODE.close) this.close(CLOSE_CODE.normal);
    // No further answers to a client that sends pings without reading them.
    else if (opcode === OPCODE.ping && this.socket.writableLength < BUFFER_BYTES)
      this.socket.write(encodeFrame(OPCODE.pong, payload));
  }

  private close(code: number): void {
    if (this.ended) return;
    this.ended = true;
    this.socket.end(closeFrame(code));
    const cut = setTimeout(() => this.socket.destroy(), CLOSE_MS);
    cut.unref();
    this.socket.once('close', () => clearTimeout(cut));
  }
}

/** An event without its line feed, as one message. */
const message = (line: Buffer): Buffer => encodeFrame(OPCODE.text, line.subarray(0, line.length - 1));
