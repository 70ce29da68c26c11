import type { IncomingMessage, Server } from 'node:http';
import type { Http2Session, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer, type TLSSocket } from 'node:tls';
import { ReadTurns } from '../layers/read-turns.js';
import { guardedBelow } from './guard-handshakes.js';

/** What comes of bytes that were read. */
const EVENTS = ['request', 'checkContinue', 'checkExpectation', 'upgrade', 'clientError'] as const;

/**
 * Bounds the time in which a server reads its connections in one turn of the event loop, and ends requests whose clients leave: see {@link ReadTurns}. Handshakes have
 * turns of their own. Called before it listens.
 */
export function readInTurns(server: Server, now?: () => number): void {
  const turns = new ReadTurns(now);
  const check = (): void => turns.check();
  /** Of direct connections, when one of their reads counted. */
  const seenBytes = new WeakMap<Socket, number>();
  server.on('connection', (connection: Socket) => {
    turns.accepted();
    if (!(server instanceof TlsServer)) turns.add(connection);
  });
  // After those that were prepended: guarded connections get their addresses there.
  server.on('secureConnection', (secure: TLSSocket) => {
    const guarded = guardedBelow(secure);
    if (guarded) guarded.onRead = check; // each read counts: incomplete headers and refused bytes, too
    turns.add(secure, guarded?.connection);
  });
  // Those with a listener only, when all are there: Node itself answers the others, unless there is one.
  server.once('listening', () => {
    for (const event of EVENTS) if (server.listenerCount(event) > 0) server.prependListener(event, check);
    // Node's parser reads direct connections itself. Bytes do not flow because of a listener that is prepended.
    const checkBytes = (source: Duplex | IncomingMessage, connection: Socket): void => {
      if (guardedBelow(connection as TLSSocket)) return; // each of its reads counts
      seenBytes.set(connection, connection.bytesRead);
      source.prependListener('data', () => {
        // Bytes that were read before, such as bodies of pipelined requests that waited, come between two polls: did they count, then nothing were read in the next poll.
        const { bytesRead } = connection;
        if (seenBytes.get(connection) === bytesRead) return;
        seenBytes.set(connection, bytesRead);
        check();
      });
    };
    const checkBody = (request: IncomingMessage): void =>
      void (mayHaveBody(request) && checkBytes(request, request.socket));
    for (const event of ['request', 'checkContinue'])
      if (server.listenerCount(event) > 0) server.prependListener(event, checkBody);
    const checkUpgraded = (_: unknown, connection: Socket): void => checkBytes(connection, connection);
    if (server.listenerCount('upgrade') > 0) server.prependListener('upgrade', checkUpgraded);
  });
  const requests = new WeakMap<Http2Session, number>();
  const count = (session: Http2Session, change: number): void =>
    void requests.set(session, (requests.get(session) ?? 0) + change);
  server.on('stream', (stream: ServerHttp2Stream) => {
    const { session } = stream;
    if (session) count(session, 1);
    stream.once('close', () => {
      if (session) count(session, -1);
      check();
    });
  });
  server.on('session', (session: ServerHttp2Session) => {
    const endRequests = (): void => turns.end(requests.get(session) ?? 0);
    session.socket.once('error', endRequests);
    session.socket.once('end', () => {
      endRequests();
      // In the read of its end: Node would end the requests of all connections that ended in one poll in a later phase of the turn.
      session.destroy();
    });
  });
}

/** Those of HTTP/2 are read in steps. */
const mayHaveBody = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor === 1 && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;
