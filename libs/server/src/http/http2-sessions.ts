import type { Server } from 'node:http';
import type { SecureServerOptions, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';

/** Requests and watches at once on one HTTP/2 connection. Clients open another when they need more. */
const MAX_STREAMS = 250;

/** Frames that break the protocol without breaking the connection, and streams refused by number, before a connection is closed. */
const MAX_FAULTS = 100;

/** Of what one connection keeps in memory at most. Unit: megabytes. */
const MAX_SESSION_MEGABYTES = 10;

/**
 * Bounds of one HTTP/2 connection. The library below adds its own: it closes one that resets more than 1,000 streams in a burst or 33 a second
 * after that (CVE-2023-44487), that sends more than 8 CONTINUATION frames for one header block, or that lets more than 1,000 answers to PING and
 * SETTINGS wait. Headers that are too large cost their stream.
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
  /** How long a connection may have no request. */
  readonly idleMs: number;
  /** How long a client may take to answer a PING. One is sent when the answer to the last is as old. */
  readonly pingMs: number;
  /** How often connections are looked at. */
  readonly checkMs: number;
}

/**
 * Closes HTTP/2 connections on which there was no request for a while, and those whose client no longer answers PING. Node's limits for idle
 * connections and for slow headers hold for HTTP/1.1 only. A request begins here when its headers are complete, so that headers that never end
 * do not keep a connection open. Node also stops reading a connection for ever under a flood of streams that break the protocol, and does not
 * see that it closes: its requests would keep their seats.
 */
export function closeIdleSessions(server: Server, times: SessionTimes): void {
  const sessions = new Map<ServerHttp2Session, WatchedSession>();
  let checking: NodeJS.Timeout | undefined;
  let newest: Socket | undefined;
  const check = (): void => {
    for (const session of sessions.values()) session.check(performance.now());
  };
  // A session does not show its socket. It begins in the event in which its connection is ready, behind these listeners.
  for (const event of ['connection', 'secureConnection'])
    server.prependListener(event, (socket: Socket) => (newest = socket));
  server.on('session', (session: ServerHttp2Session) => {
    const watched = new WatchedSession(session, newest!, times);
    sessions.set(session, watched);
    checking ??= setInterval(check, times.checkMs).unref();
    newest!.once('close', () => sessions.delete(session));
  });
  server.once('close', () => clearInterval(checking));
}

class WatchedSession {
  private streams = 0;
  private idleSinceMs = performance.now();
  /** When the client last showed that it is there. */
  private answeredMs = performance.now();
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
      });
    });
  }

  check(nowMs: number): void {
    const { session, socket } = this;
    const { idleMs, pingMs } = this.times;
    if (session.destroyed) return void socket.destroy(); // it had the time from one check to the next to close by itself
    if (this.streams === 0) {
      if (nowMs - this.idleSinceMs >= idleMs) session.destroy();
      return;
    }
    const silentMs = nowMs - this.answeredMs;
    if (silentMs >= 2 * pingMs) session.destroy();
    else if (silentMs >= pingMs && !this.isPinged) this.ping();
  }

  private ping(): void {
    this.isPinged = this.session.ping(() => {
      this.isPinged = false;
      this.answeredMs = performance.now();
    });
  }
}
