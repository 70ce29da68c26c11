import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on one connection for the answers to those before them. */
export const MAX_PIPELINED_REQUESTS = 100;

type RequestListener = (raw: IncomingMessage, reply: ServerResponse) => void;

/**
 * Starts a pipelined request of HTTP/1.1 when the answers to those before it on its connection are done. Node starts it at once and
 * keeps its answer back, and when the connection closes meanwhile, that answer never emits `close`: a watch among them would be
 * served to nobody, a list would keep its seat. More than {@link MAX_PIPELINED_REQUESTS} that wait end their connection.
 */
export function answerInTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (raw, reply) => {
    // HOT PATH (bench: get): the only request of a connection has its socket.
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
