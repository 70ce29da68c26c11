import { FairLines } from '@orch/apimachinery';
import { NextTurn } from '@orch/process';
import type { WatchAnswer, WatchRequest, WatchSource } from '../streams/watch-source.js';
import type { ApiClient } from './api-client.js';

/** Watches that start or end in one turn of the event loop: each has a connection with TLS, which takes about a millisecond. */
const PER_TURN = 4;

/** Headers with the credentials of a user. */
export type CredentialHeaders = Readonly<Record<string, string | string[]>>;

/** Watches as requests to an API server. One command starts many, and a client that leaves ends thousands: they start and end in turns, of users by their credentials. */
export class HttpWatches implements WatchSource<CredentialHeaders> {
  private readonly waiting = new FairLines<() => void>();
  private readonly nextTurn = new NextTurn(() => {
    for (let i = 0; i < PER_TURN; i++) this.waiting.next()?.();
    if (!this.waiting.isEmpty) this.nextTurn.schedule();
  });

  constructor(private readonly api: Pick<ApiClient, 'send'>) {}

  async open(
    { path, accept }: WatchRequest,
    credentials: CredentialHeaders,
    signal: AbortSignal,
  ): Promise<WatchAnswer> {
    await this.turn(credentials);
    signal.throwIfAborted();
    const ending = new AbortController();
    const end = (): void => void this.turn(credentials).then(() => ending.abort(signal.reason));
    signal.addEventListener('abort', end, { once: true });
    const headers = { ...credentials, accept };
    const request = { method: 'GET', path, headers, signal: ending.signal };
    const { statusCode, headers: answered, body } = await this.api.send(request);
    return { code: statusCode, contentType: String(answered['content-type'] ?? ''), body };
  }

  private turn({ authorization }: CredentialHeaders): Promise<void> {
    return new Promise((run) => {
      this.waiting.add(String(authorization), run);
      this.nextTurn.schedule();
    });
  }
}
