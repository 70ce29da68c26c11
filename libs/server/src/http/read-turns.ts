import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FairLines } from '@orch/apimachinery';
import { clientNetwork } from '@orch/http';

/** Time of a turn of the event loop in which connections are read, at most twice that. Unit: milliseconds. */
const READ_MS = 10;
/** Paused connections that are read again in each turn. */
const RESUMED_PER_TURN = 128;
/** What comes of bytes that were read. */
const EVENTS = ['request', 'checkContinue', 'checkExpectation', 'upgrade', 'clientError'] as const;

/** An open connection. */
interface Connection {
  readonly socket: Socket;
  readonly network: string;
}

/** Of a connection, as Node reads it. */
interface Handle {
  /** Whether Node reads it. */
  readonly reading: boolean;
  readStart(): void;
  readStop(): void;
}

/** Bounds the time in which a TLS server reads its connections in one turn of the event loop: see {@link ReadTurns}. Handshakes have turns of their own. */
export function readInTurns(server: Server, now?: () => number): void {
  const turns = new ReadTurns(now);
  // After those that were prepended: guarded connections get their addresses there.
  server.on('secureConnection', (socket: Socket) => turns.add(socket));
  for (const event of EVENTS) server.prependListener(event, () => turns.check());
}

/**
 * One poll of the event loop reads all connections that have bytes, thousands of them, and begins all requests that are in them. Beyond a time the others are not read in
 * this poll, but in the next turns; client networks take turns.
 */
export class ReadTurns {
  /** Those that are not paused. */
  private readonly reading = new Map<Socket, Connection>();
  /** By client network. */
  private readonly paused = new FairLines<Connection>();
  private sinceMs = -Infinity;
  /** `sinceMs` is in this turn of the event loop. */
  private isThisTurn = false;

  /** @param now Default: `performance.now()`. */
  constructor(private readonly now = () => performance.now()) {}

  /** A new connection. */
  add(socket: Socket): void {
    this.reading.set(socket, { socket, network: clientNetwork(socket.remoteAddress ?? '') });
    socket.once('close', () => this.reading.delete(socket));
  }

  /** A connection was read. HOT PATH (bench: get): one comparison, but once in {@link READ_MS}. */
  check(): void {
    const nowMs = this.now();
    if (nowMs - this.sinceMs < READ_MS) return;
    if (this.isThisTurn) this.pause();
    else this.measure(nowMs);
  }

  private measure(nowMs: number): void {
    this.sinceMs = nowMs;
    this.isThisTurn = true;
    setImmediate(this.nextTurn);
  }

  /** libuv skips the events of the same poll for connections that are not read any more. */
  private pause(): void {
    for (const connection of this.reading.values()) {
      handleOf(connection)?.readStop();
      this.paused.add(connection.network, connection);
    }
    this.reading.clear();
  }

  private readonly nextTurn = (): void => {
    this.isThisTurn = false;
    for (let count = 0; count < RESUMED_PER_TURN; count++) {
      const connection = this.paused.next();
      if (!connection) return;
      this.resume(connection);
    }
    this.measure(this.now());
  };

  private resume(connection: Connection): void {
    const handle = handleOf(connection);
    if (!handle) return;
    this.reading.set(connection.socket, connection);
    if (handle.reading) handle.readStart();
  }
}

/** Undefined once it is closed. */
const handleOf = ({ socket }: Connection): Handle | undefined =>
  socket.destroyed ? undefined : ((socket as Socket & { readonly _handle?: Handle | null })._handle ?? undefined);
