import type { IncomingMessage } from 'node:http';
import { endAfterLinger, mustLinger } from '../../../http/linger.js';
import type { RequestContext } from '../../../request/request-context.js';
import type { Headers } from './end-to-end-headers.js';

/** Sends an answer as it comes. `done` when the client has it all, `fail` when it broke off. */
export function sendBack(
  response: IncomingMessage,
  headers: Headers,
  { raw, reply }: RequestContext,
  done: () => void,
  fail: (cause: unknown) => void,
): void {
  for (const [name, values] of headers) reply.setHeader(name, values);
  reply.writeHead(response.statusCode ?? 502);
  reply.flushHeaders(); // the first byte of the body may take long
  reply.once('finish', done);
  response.pipe(reply, { end: false });
  response.once('error', fail); // also when the connection ends too early
  response.once('end', () => {
    raw.unpipe();
    if (mustLinger(raw)) {
      // What the client still sends is told from its next request by nobody.
      reply.once('finish', () => raw.complete || raw.socket.destroySoon());
      endAfterLinger(raw, reply);
      return;
    }
    raw.resume();
    reply.end();
  });
}
