import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests that may wait on one connection. */
export const MAX_PIPELINED_REQUESTS = 100;
/** Memory of their headers. Unit: bytes. */
const MAX_PIPELINED_BYTES = 512 * 1_024;
/** Memory of a parsed request without its headers, and of each name and value of a header. Estimated. Unit: bytes. */
const REQUEST_BYTES = 1_024;
const TEXT_BYTES = 40;

type RequestListener = (raw: IncomingMessage, reply: ServerResponse) => void;

/** What waits on one connection. */
interface Waiting {
  requests: number;
  bytes: number;
}

/**
 * Starts a pipelined HTTP/1.1 request after the previous answers on its connection. Node starts it at once and buffers
 * its answer, and if the connection closes meanwhile, that answer never emits `close`: a watch would run without a
 * client, a list would keep its seat. A connection with more than {@link MAX_PIPELINED_REQUESTS} waiting requests, or
 * more than half a megabyte of their headers, is closed.
 */
export function answerInTurn(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Waiting>();
  return (raw, reply) => {
    // HOT PATH (bench: get): a request that is not pipelined has its socket.
    if (raw.httpVersionMajor !== 1 || reply.socket !== null) return listener(raw, reply);
    const connection = raw.socket;
    let waiting = connections.get(connection);
    if (!waiting) connections.set(connection, (waiting = { requests: 0, bytes: 0 }));
    const bytes = memoryOf(raw);
    waiting.requests++;
    waiting.bytes += bytes;
    if (waiting.requests > MAX_PIPELINED_REQUESTS || waiting.bytes > MAX_PIPELINED_BYTES) {
      return void connection.destroy();
    }
    reply.once('socket', () => {
      waiting.requests--;
      waiting.bytes -= bytes;
      process.nextTick(listener, raw, reply); // Node is still moving the socket from one answer to the next
    });
  };
}

const memoryOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((bytes, text) => bytes + text.length + TEXT_BYTES, REQUEST_BYTES + url.length);
