import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { FairLines } from '@orch/apimachinery';
import { NextTurn } from '@orch/process';
import { clientNetwork } from '../client-network.js';
import { EqualRest } from './equal-rest.js';
import { LeastUsedFirst, type OfConnection } from './least-used-first.js';
import { RecentUse } from './recent-use.js';

/** Time of a turn of the event loop in which connections are read, at most twice that. Unit: milliseconds. */
const READ_MS = 10;
/** Time in which no paused connection is read while others are accepted: as long as they were read before it, at most that. Unit: milliseconds. */
const MAX_REST_MS = 2 * READ_MS;
/** Most paused connections that are read again in one turn. */
const MAX_RESUMED = 128;
/**
 * Ends that are read in one turn, of connections and of their requests over HTTP/2; those of one connection end at once. Node closes them in a later phase of the turn, which
 * takes up to a third of a millisecond for that of a watch.
 */
const ENDS_PER_TURN = 32;
/** Of a request that comes alone. Unit: bytes. */
const REQUEST_BYTES = 1_024;
/** Most that is counted between two pauses, which may be hours. Unit: bytes. */
const MAX_COUNTED_BYTES = 64 * 1_024;

/** An open connection. Its use is what was read of it, in requests. */
interface Connection extends OfConnection {
  readonly socket: Socket;
  readonly network: string;
  readonly isHttp2: boolean;
  /** When its use was counted. */
  bytesRead: number;
}

/** Of a connection, as Node reads it. */
interface Handle {
  /** Whether Node reads it; of an HTTP/2 connection also while it is paused for a write. */
  readonly reading: boolean;
  /** Bytes of TLS that are being written. */
  readonly writeQueueSize: number;
  readStart(): void;
  readStop(): void;
}

/**
 * One poll of the event loop reads all connections that have bytes, thousands of them, and begins all requests that are in them; or it reads their ends. Beyond a time, or a
 * number of ends, the others are not read in this poll, but in the next turns; client networks take turns, and within one the connections of which little was read go first.
 *
 * Node accepts one connection in each turn: were those that wait here, and the first requests of new ones, read in all of them, then others would wait in the queue of the
 * operating system for as many turns as a flood has connections there. So while connections are accepted, reads take half of the time.
 */
export class ReadTurns {
  /** Those that are not paused here. */
  private readonly reading = new Map<Socket, Connection>();
  /** By client network. */
  private readonly paused = new FairLines<Connection>(() => new LeastUsedFirst());
  /**
   * Paused connections that are read again in the next turn: after one that took its time as many as were read in it, so that those are read whose turn it is. Of more, a poll
   * reads first those that it did not report while they were paused, and which waited shorter.
   */
  private resumedNext = MAX_RESUMED;
  private sinceMs = -Infinity;
  /** `sinceMs` is in this turn of the event loop. */
  private isThisTurn = false;
  /** In this turn. */
  private ends = 0;
  /** A connection was accepted in this turn, */
  private hasAccepted = false;
  /** or in the turn before. */
  private isAccepting = false;
  /** Connections were resumed that are read in this turn. */
  private hasResumed = false;
  /** Of paused connections, while others are accepted. */
  private readonly rest: EqualRest;
  private readonly now: () => number;

  /** @param now Default: `performance.now()`. */
  constructor(now?: () => number) {
    this.now = now ?? (() => performance.now());
    this.rest = new EqualRest(MAX_REST_MS, now, now);
  }

  /** A connection was accepted, whose handshake follows: there may be more. */
  accepted(): void {
    this.hasAccepted = this.isAccepting = true;
    this.nextTurn.schedule();
  }

  /**
   * A new connection.
   * @param below the TCP connection of a guarded one: it is paused instead, with all that is above.
   * @param network whose turns it has. Default: that of its client.
   */
  add(connection: Socket, below?: Socket, network = clientNetwork((below ?? connection).remoteAddress ?? '')): void {
    const socket = below ?? connection;
    const isHttp2 = !below && (connection as Partial<TLSSocket>).alpnProtocol === 'h2';
    const added = { socket, network, isHttp2, use: new RecentUse(this.now()), bytesRead: socket.bytesRead };
    this.reading.set(socket, added);
    if (this.isAccepting) this.pause(added);
    for (const event of ['end', 'error']) socket.once(event, this.ended);
    socket.once('close', () => this.reading.delete(socket));
  }

  /** A connection was read. HOT PATH (bench: get): one comparison, but once in {@link READ_MS}. */
  check(): void {
    const nowMs = this.now();
    if (nowMs - this.sinceMs < READ_MS) return;
    this.sinceMs = nowMs;
    if (this.isThisTurn) return void (this.resumedNext = Math.min(this.pauseAll() || MAX_RESUMED, MAX_RESUMED));
    this.isThisTurn = true;
    this.nextTurn.schedule();
  }

  private readonly ended = (): void => this.end(1);

  /** Connections or requests end now. */
  end(count: number): void {
    this.nextTurn.schedule();
    const before = this.ends;
    this.ends += count;
    if (before < ENDS_PER_TURN && this.ends >= ENDS_PER_TURN) this.pauseAll();
  }

  /** libuv skips the events of the same poll for connections that are not read any more. @returns how many were read since they were paused. */
  private pauseAll(): number {
    let read = 0;
    for (const connection of this.reading.values()) if (this.pause(connection)) read++;
    return read;
  }

  /** @returns whether it was read since it was paused. */
  private pause(connection: Connection): boolean {
    const handle = readHandle(connection);
    if (!handle) return false;
    handle.readStop();
    this.reading.delete(connection.socket);
    const wasRead = this.countRead(connection);
    this.paused.add(connection.network, connection);
    return wasRead;
  }

  /** @returns whether something was read. */
  private countRead(connection: Connection): boolean {
    const { bytesRead } = connection.socket;
    const bytes = bytesRead - connection.bytesRead;
    if (bytes === 0) return false;
    connection.bytesRead = bytesRead;
    connection.use.charge(1 + Math.min(bytes, MAX_COUNTED_BYTES) / REQUEST_BYTES, this.now());
    return true;
  }

  private readonly nextTurn = new NextTurn(() => {
    this.isThisTurn = false;
    this.ends = 0;
    this.isAccepting = this.hasAccepted;
    this.hasAccepted = false;
    if (this.hasResumed) this.rest.end();
    this.hasResumed = false;
    if (!this.paused.isEmpty && (!this.isAccepting || this.rest.isOver)) this.resumeNext();
    if (this.isAccepting || this.hasResumed || !this.paused.isEmpty) this.nextTurn.schedule();
  });

  private resumeNext(): void {
    this.hasResumed = true;
    this.rest.begin();
    this.sinceMs = -Infinity; // the time runs from the first read: there may be long work of others before it in each turn
    const most = this.resumedNext;
    this.resumedNext = MAX_RESUMED;
    for (let count = 0; count < most && !this.paused.isEmpty; count++) this.resume(this.paused.next()!);
  }

  private resume(connection: Connection): void {
    if (connection.socket.destroyed) return;
    this.reading.set(connection.socket, connection);
    readHandle(connection)?.readStart();
  }
}

/**
 * Undefined while Node does not read the connection. It stops to read one of HTTP/2 for each write, without a sign of it but the write, and reads it again after that: were it
 * read meanwhile, then what its client sends without reading the answers would stay in memory.
 */
function readHandle({ socket, isHttp2 }: Connection): Handle | undefined {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null };
  return handle?.reading && !(isHttp2 && handle.writeQueueSize > 0) ? handle : undefined;
}
