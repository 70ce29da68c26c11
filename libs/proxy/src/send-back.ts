import type { IncomingMessage } from 'node:http';
import { type GuardedListeners, endAfterLinger, flowOfRequester, mustLinger, type RequestContext } from '@orch/http';
import type { Headers } from './end-to-end-headers.js';
import { forwardBytes } from './forward-bytes.js';
import { InvalidResponse } from './proxy-error.js';
import { setAcceptedHeaders } from './set-accepted-headers.js';

/** Outcome of sending a response. */
export interface SendBackOutcome {
  /** The response was sent completely. */
  readonly done: () => void;
  /** It ended early. */
  readonly failed: (cause: unknown) => void;
  /** All of it was received: the backend reads no more of the request. */
  readonly received: () => void;
}

/**
 * Streams a response to the client.
 * @throws InvalidResponse for a status that is not that of a final response; the error of Node for headers it rejects. Nothing
 * has been sent then, and `reply` is unchanged.
 */
export function sendBack(
  response: IncomingMessage,
  headers: Headers,
  context: RequestContext,
  listeners: GuardedListeners,
  { done, failed, received }: SendBackOutcome,
): void {
  const { raw, reply } = context;
  listeners.on(response, 'error', failed); // also when the connection ends too early
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 599) throw new InvalidResponse();
  setAcceptedHeaders(reply, headers);
  // RFC 9110, section 8.6: not with a 204, and clients of HTTP/2 end the stream with an error then.
  if (status === 204) reply.removeHeader('content-length');
  try {
    reply.writeHead(status);
  } catch (error) {
    for (const name of reply.getHeaderNames()) reply.removeHeader(name); // the error response has its own
    throw error;
  }
  reply.flushHeaders(); // the first byte of the body may take long
  listeners.once(reply, 'finish', done);
  forwardBytes(response, reply, flowOfRequester(context).name, listeners);
  listeners.once(response, 'end', () => {
    received();
    if (mustLinger(raw)) {
      // The rest of the request body cannot be distinguished from the next request.
      listeners.once(reply, 'finish', () => {
        if (!raw.complete) raw.socket.destroySoon();
      });
      endAfterLinger(raw, reply);
      return;
    }
    raw.resume();
    reply.end();
  });
}
