import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WatchAnswer, WatchRequest, WatchSource } from '@orch/dashboard';
import { networkTurn } from '@orch/http';
import { type AnswerHead, asHttp, InProcessReply, InProcessRequest } from './in-process-request.js';

/** Handles a request from its first filter on. */
export type Dispatch = (raw: IncomingMessage, reply: ServerResponse) => void;

/**
 * Watches of the dashboard as requests to the server itself, without a connection (decision 069): each passes all filters with the credentials
 * of the request that asked for it. One command starts many, and a client that leaves ends thousands: they start and end in turns.
 */
export class InProcessWatches implements WatchSource<IncomingMessage> {
  constructor(private readonly dispatch: Dispatch) {}

  async open({ path, accept }: WatchRequest, credentials: IncomingMessage, signal: AbortSignal): Promise<WatchAnswer> {
    await networkTurn(credentials);
    if (signal.aborted) throw new Error('the watch was closed before it started');
    const request = new InProcessRequest(credentials, path, accept);
    const reply = new InProcessReply(request);
    const ended = once(reply, 'close').then(() => Promise.reject(new Error('the watch ended without an answer')));
    const head = once(reply, 'head') as Promise<[AnswerHead]>;
    const end = (): void => void networkTurn(credentials).then(() => reply.destroy());
    signal.addEventListener('abort', end, { once: true });
    reply.once('close', () => signal.removeEventListener('abort', end));
    this.dispatch(...asHttp(request, reply));
    const [{ code, contentType }] = await Promise.race([head, ended]);
    ended.catch(() => undefined); // the body has its own end
    return { code, contentType, body: reply };
  }
}
