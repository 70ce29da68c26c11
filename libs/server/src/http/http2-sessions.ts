import type { Server } from 'node:http';
import type { SecureServerOptions, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkEvery } from './check-every.js';

/** Concurrent requests and watches on one HTTP/2 connection. Clients open another connection when they need more. */
const MAX_STREAMS = 250;

/**
 * Requests that a client may take back before their answer at once, and each second after that: as many as there are at a time. nghttp2 allows four
 * times as many.
 */
const RESETS = { burst: MAX_STREAMS, perSecond: 33 };

/** Recoverable protocol errors and refused streams before a connection is closed. */
const MAX_FAULTS = 100;

/** Memory limit of one connection, in megabytes. */
const MAX_SESSION_MEGABYTES = 10;

/**
 * Limits of one HTTP/2 connection. nghttp2 adds its own: it closes a connection that sends more than 8 CONTINUATION frames for one header block,
 * or that has more than 1,000 unsent answers to PING and SETTINGS. Too large headers end their stream only.
 * @param maxHeaderBytes of all headers of one request.
 */
export const http2Limits = (maxHeaderBytes: number): SecureServerOptions => ({
  settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: maxHeaderBytes },
  maxSessionInvalidFrames: MAX_FAULTS,
  maxSessionRejectedStreams: MAX_FAULTS,
  maxSessionMemory: MAX_SESSION_MEGABYTES,
});

/** Units: milliseconds. */
export interface SessionTimes {
  /** Idle timeout: time without a request. */
  readonly idleMs: number;
  /** Timeout of a PING. One is sent when the last bytes of the client are as old. */
  readonly pingMs: number;
  /** Interval of the checks. */
  readonly checkMs: number;
}

/**
 * Closes idle HTTP/2 connections, and those whose client sends nothing any more, not even answers to PING. Node's timeouts for idle connections
 * and slow headers apply to HTTP/1.1 only. A request counts from its complete headers, so that endless headers do not
 * keep a connection open. Node also stops reading a connection forever under a flood of invalid streams, and does not
 * notice that it closes: its requests would keep their seats.
 */
export function closeIdleSessions(server: Server, times: SessionTimes): void {
  const sessions = new Map<ServerHttp2Session, WatchedSession>();
  let endChecks: (() => void) | undefined;
  let newest: Socket | undefined;
  const check = async (): Promise<void> => {
    // Each that is closed may have hundreds of requests.
    for (const session of sessions.values()) if (session.check(performance.now())) await nextTurn();
  };
  // A session does not expose its socket. It is created in the event in which its connection is ready, after these
  // listeners.
  for (const event of ['connection', 'secureConnection'])
    server.prependListener(event, (socket: Socket) => (newest = socket));
  server.on('session', (session: ServerHttp2Session) => {
    const watched = new WatchedSession(session, newest!, times);
    sessions.set(session, watched);
    endChecks ??= checkEvery(times.checkMs, check);
    newest!.once('close', () => sessions.delete(session));
  });
  server.once('close', () => endChecks?.());
}

/** Ends streams that their client reset in the read in which it opened them, without a request: those of a flood are hundreds in one read. */
export function skipResetStreams(server: Server): void {
  const begin = server.listeners('stream') as ((stream: ServerHttp2Stream, ...event: unknown[]) => void)[];
  server.removeAllListeners('stream');
  server.on('stream', (stream: ServerHttp2Stream, ...event: unknown[]) => {
    if (stream.closed) stream.on('error', ignoreReset);
    else for (const listener of begin) listener.call(server, stream, ...event);
  });
}

/** `close` follows, and counts it. */
const ignoreReset = (): void => undefined;

class WatchedSession {
  private streams = 0;
  private resets = 0;
  private resetsSinceMs = performance.now();
  private idleSinceMs = performance.now();
  /** When the client was last seen to have sent something: an answer to a PING comes after all that was sent before it, and its connection may be slow. */
  private heardMs = performance.now();
  private receivedBytes = 0;
  private isPinged = false;

  constructor(
    private readonly session: ServerHttp2Session,
    private readonly socket: Socket,
    private readonly times: SessionTimes,
  ) {
    session.on('stream', (stream) => {
      this.streams++;
      stream.once('close', () => {
        this.streams--;
        this.idleSinceMs = performance.now();
        // With any code. The end of an answered watch costs nothing: clients stop hundreds at once.
        if (!stream.headersSent) this.reset(this.idleSinceMs);
      });
    });
  }

  /** A request ended before its answer: its client took it back, or it was refused. */
  private reset(nowMs: number): void {
    this.resets = Math.max(0, this.resets - ((nowMs - this.resetsSinceMs) / 1_000) * RESETS.perSecond) + 1;
    this.resetsSinceMs = nowMs;
    // Not within the read of the reset: Node then never leaves it, and takes memory without a bound, when other streams were answered.
    if (this.resets > RESETS.burst) setImmediate(() => this.session.destroy());
  }

  /** @returns whether it was closed. */
  check(nowMs: number): boolean {
    const { session, socket } = this;
    const { idleMs, pingMs } = this.times;
    if (session.destroyed) {
      socket.destroy(); // it had the time between two checks to close by itself
      return true;
    }
    if (this.streams === 0) {
      if (nowMs - this.idleSinceMs >= idleMs) session.destroy();
      return session.destroyed;
    }
    if (socket.bytesRead !== this.receivedBytes) {
      this.receivedBytes = socket.bytesRead;
      this.heardMs = nowMs;
    }
    const silentMs = nowMs - this.heardMs;
    if (silentMs >= 2 * pingMs) session.destroy();
    else if (silentMs >= pingMs && !this.isPinged) this.ping();
    return session.destroyed;
  }

  private ping(): void {
    this.isPinged = this.session.ping(() => (this.isPinged = false));
  }
}
