import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '@orch/process';
import { hasBody, currentResponse, GuardedListeners, rawStatus } from '@orch/http';
import type { RequestPipeline } from './request-pipeline.js';

/**
 * A request that wants another protocol goes the way of all requests: it is authorized like any other, and what is not a
 * watch is answered in HTTP, as a server may that does not take the offer. Then the connection ends, since Node hands it
 * out of its parser. One that was pipelined is answered after those before it.
 */
export function onUpgrade(
  { pipeline, log }: { readonly pipeline: RequestPipeline; readonly log: Logger },
  raw: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const listeners = new GuardedListeners((error) => {
    log.error('an upgrade request could not be taken', { error });
    socket.destroy();
  });
  socket.on('error', ignoreBrokenConnection);
  if (head.length > 0) socket.unshift(head);
  const answer = (): void => {
    if (socket.destroyed) return;
    const earlier = currentResponse(socket);
    if (earlier) return listeners.once(earlier, 'close', answer);
    socket.setTimeout(0); // that of an idle connection, set when the response before was done
    answerUpgrade(pipeline, raw, socket, listeners);
  };
  listeners.guard(answer)();
}

function answerUpgrade(
  pipeline: RequestPipeline,
  raw: IncomingMessage,
  socket: Socket,
  listeners: GuardedListeners,
): void {
  if (hasBody(raw)) {
    // Its bytes can no longer be told from those of the other protocol.
    socket.end(BODY_REFUSED, () => socket.destroySoon());
    return;
  }
  const reply = new ServerResponse(raw);
  reply.shouldKeepAlive = false;
  reply.assignSocket(socket);
  listeners.once(reply, 'finish', () => socket.end(() => socket.destroySoon()));
  pipeline.handle(raw, reply);
}

const REFUSAL = rawStatus({
  code: 400,
  reason: 'BadRequest',
  message: 'a request with a body cannot ask for another protocol: leave out the Upgrade header',
});
const BODY_REFUSED = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${REFUSAL.length}\r\nConnection: close\r\n\r\n${REFUSAL}`;

/** `close` follows, and ends what was under way. */
const ignoreBrokenConnection = (): void => undefined;
