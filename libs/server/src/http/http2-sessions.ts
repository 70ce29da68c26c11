import type { Server } from 'node:http';
import type { SecureServerOptions, ServerHttp2Session } from 'node:http2';

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

/**
 * Closes HTTP/2 connections on which there was no request for a while. Node's limits for idle connections and for slow headers hold for
 * HTTP/1.1 only. A request begins here when its headers are complete, so that headers that never end do not keep a connection open.
 * @param idleMs how long a connection may have no request.
 * @param checkMs how often they are looked at.
 */
export function closeIdleSessions(server: Server, idleMs: number, checkMs: number): void {
  const idleSinceMs = new Map<ServerHttp2Session, number>();
  const streams = new WeakMap<ServerHttp2Session, number>();
  let checking: NodeJS.Timeout | undefined;
  const check = (): void => {
    const beforeMs = performance.now() - idleMs;
    for (const [session, sinceMs] of idleSinceMs) if (sinceMs <= beforeMs) session.destroy();
  };
  server.on('session', (session: ServerHttp2Session) => {
    idleSinceMs.set(session, performance.now());
    checking ??= setInterval(check, checkMs).unref();
    session.on('stream', (stream) => {
      streams.set(session, (streams.get(session) ?? 0) + 1);
      idleSinceMs.delete(session);
      stream.once('close', () => {
        const open = streams.get(session)! - 1;
        streams.set(session, open);
        if (open === 0 && !session.destroyed) idleSinceMs.set(session, performance.now());
      });
    });
    session.once('close', () => idleSinceMs.delete(session));
  });
  server.once('close', () => clearInterval(checking));
}
