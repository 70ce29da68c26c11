import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from '../request/read-body.js';
import { rawStatus } from './raw-status.js';
import type { RequestPipeline } from './request-pipeline.js';

/**
 * A request that wants another protocol goes the way of all requests: who may not watch is refused as ever, and what is no
 * watch is answered in HTTP, as a server may that does not take the offer. Then the connection ends, since Node hands it
 * out of its parser.
 */
export function onUpgrade(pipeline: RequestPipeline, raw: IncomingMessage, socket: Socket, head: Buffer): void {
  socket.on('error', ignoreBrokenConnection);
  if (head.length > 0) socket.unshift(head);
  if (hasBody(raw)) {
    // Its bytes can no longer be told from those of the other protocol.
    socket.end(BODY_REFUSED, () => socket.destroySoon());
    return;
  }
  const reply = new ServerResponse(raw);
  reply.shouldKeepAlive = false;
  reply.assignSocket(socket);
  reply.once('finish', () => socket.end(() => socket.destroySoon()));
  pipeline(raw, reply);
}

const REFUSAL = rawStatus({
  code: 400,
  reason: 'BadRequest',
  message: 'a request with a body cannot ask for another protocol: leave out the Upgrade header',
});
const BODY_REFUSED = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${REFUSAL.length}\r\nConnection: close\r\n\r\n${REFUSAL}`;

/** `close` follows, and ends what was under way. */
const ignoreBrokenConnection = (): void => undefined;
