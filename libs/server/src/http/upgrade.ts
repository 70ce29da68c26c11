import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '@orch/process';
import { hasBody, currentResponse, GuardedListeners } from '@orch/http';
import { hasTooManyFields, TOO_MANY_FIELDS } from './limit-header-fields.js';
import { rawAnswer } from './raw-answer.js';
import { claimsOtherVersion, UNSUPPORTED_VERSION } from './refuse-http-version.js';
import type { RequestPipeline } from './request-pipeline.js';

/**
 * An upgrade request takes the same path as all requests: it is authorized, and any request other than a watch is
 * answered in HTTP, which a server that declines the upgrade may do. Then the connection ends, because Node detaches it
 * from its parser. A pipelined one is answered after those before it.
 */
export function onUpgrade(
  { pipeline, log }: { readonly pipeline: RequestPipeline; readonly log: Logger },
  raw: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const listeners = new GuardedListeners((error) => {
    log.error('upgrade request failed', { error });
    socket.destroy();
  });
  socket.on('error', ignoreBrokenConnection);
  if (head.length > 0) socket.unshift(head);
  const answer = (): void => {
    if (socket.destroyed) return;
    const earlier = currentResponse(socket);
    if (earlier) return listeners.once(earlier, 'close', answer);
    socket.setTimeout(0); // the keep-alive timeout, set when the previous response ended
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
  if (claimsOtherVersion(raw)) return void socket.end(VERSION_REFUSED, () => socket.destroySoon());
  if (hasTooManyFields(raw)) return void socket.end(FIELDS_REFUSED, () => socket.destroySoon());
  if (hasBody(raw)) {
    // Its bytes cannot be separated from those of the other protocol.
    socket.end(BODY_REFUSED, () => socket.destroySoon());
    return;
  }
  const reply = new ServerResponse(raw);
  reply.shouldKeepAlive = false;
  reply.assignSocket(socket);
  listeners.once(reply, 'finish', () => socket.end(() => socket.destroySoon()));
  pipeline.handle(raw, reply);
}

const BODY_REFUSED = rawAnswer({
  code: 400,
  reason: 'BadRequest',
  message: 'a request with a body cannot request another protocol: leave out the Upgrade header',
});
const VERSION_REFUSED = rawAnswer(UNSUPPORTED_VERSION);
const FIELDS_REFUSED = rawAnswer(TOO_MANY_FIELDS);

/** `close` follows, and aborts the request. */
const ignoreBrokenConnection = (): void => undefined;
