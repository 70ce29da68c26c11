import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SharedPlaces } from '@orch/apimachinery';
import { heapLimitBytes } from '@orch/process';
import { clientNetwork } from '@orch/connections';

/** Pipelined requests that may wait on one connection. */
export const MAX_PIPELINED_REQUESTS = 100;
/** Memory of their headers. Unit: bytes. */
const MAX_PIPELINED_BYTES = 512 * 1_024;
/** What may wait of each connection, whatever the others of its network have: little next to the memory of a connection. Unit: bytes. */
const FEW_BYTES = 4 * 1_024;
/** Share of the heap for those of all connections. */
const HEAP_SHARE = 1 / 8;
/** Memory of a parsed request without its headers, and of each name and value of a header. Estimated. Unit: bytes. */
const REQUEST_BYTES = 1_024;
const TEXT_BYTES = 40;

type RequestListener = (raw: IncomingMessage, reply: ServerResponse) => void;

/** What waits on one connection. */
class Waiting {
  private requests = 0;
  private bytes = 0;

  constructor(
    private readonly connection: Socket,
    private readonly room: SharedPlaces,
    private readonly network = clientNetwork(connection.remoteAddress ?? ''),
  ) {
    connection.once('close', () => room.release(this.network, this.bytes));
  }

  /** Counts a request. @returns false when there is no room for it: its connection must be closed. */
  enter(bytes: number): boolean {
    if (this.requests === MAX_PIPELINED_REQUESTS || this.bytes + bytes > MAX_PIPELINED_BYTES) return false;
    if (this.bytes + bytes > FEW_BYTES && !this.room.hasRoom(this.network, bytes)) return false;
    this.requests++;
    this.bytes += bytes;
    this.room.take(this.network, bytes);
    return true;
  }

  leave(bytes: number): void {
    if (this.connection.destroyed) return; // `close` releases all
    this.requests--;
    this.bytes -= bytes;
    this.room.release(this.network, bytes);
  }
}

/**
 * Starts a pipelined HTTP/1.1 request after the previous answers on its connection. Node starts it at once and buffers
 * its answer, and if the connection closes meanwhile, that answer never emits `close`: a watch would run without a
 * client, a list would keep its seat. A connection with more than {@link MAX_PIPELINED_REQUESTS} waiting requests, or
 * more than half a megabyte of their headers, is closed, and one with more than a few whose client network has no room for more.
 * @param mostBytes of the headers of all waiting requests. Default: an eighth of the heap.
 */
export function answerInTurn(
  listener: RequestListener,
  mostBytes: number = heapLimitBytes() * HEAP_SHARE,
): RequestListener {
  const room = new SharedPlaces(mostBytes);
  const connections = new WeakMap<Socket, Waiting>();
  return (raw, reply) => {
    // HOT PATH (bench: get): a request that is not pipelined has its socket.
    if (raw.httpVersionMajor !== 1 || reply.socket !== null) return listener(raw, reply);
    const connection = raw.socket;
    if (connection.destroyed) return;
    let waiting = connections.get(connection);
    if (!waiting) connections.set(connection, (waiting = new Waiting(connection, room)));
    const bytes = memoryOf(raw);
    if (!waiting.enter(bytes)) return void connection.destroy();
    reply.once('socket', () => {
      waiting.leave(bytes);
      process.nextTick(listener, raw, reply); // Node is still moving the socket from one answer to the next
    });
  };
}

const memoryOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((bytes, text) => bytes + text.length + TEXT_BYTES, REQUEST_BYTES + url.length);
