import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests that may wait on one connection. */
export const MAX_PIPELINED_REQUESTS = 100;

type RequestListener = (raw: IncomingMessage, reply: ServerResponse) => void;

/**
 * Starts a pipelined HTTP/1.1 request after the previous answers on its connection. Node starts it at once and buffers
 * its answer, and if the connection closes meanwhile, that answer never emits `close`: a watch would run without a
 * client, a list would keep its seat. A connection with more than {@link MAX_PIPELINED_REQUESTS} waiting requests is
 * closed.
 */
export function answerInTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (raw, reply) => {
    // HOT PATH (bench: get): a request that is not pipelined has its socket.
    if (raw.httpVersionMajor !== 1 || reply.socket !== null) return listener(raw, reply);
    const connection = raw.socket;
    const count = (waiting.get(connection) ?? 0) + 1;
    if (count > MAX_PIPELINED_REQUESTS) return void connection.destroy();
    waiting.set(connection, count);
    reply.once('socket', () => {
      waiting.set(connection, waiting.get(connection)! - 1);
      process.nextTick(listener, raw, reply); // Node is still moving the socket from one answer to the next
    });
  };
}
