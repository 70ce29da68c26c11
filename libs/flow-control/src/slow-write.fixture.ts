import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { TestServer } from '@orch/server-testing';

/** A write whose body is held back: it has a seat from the moment that the server asks for the body. For tests. */
export class SlowWrite {
  private readonly request: ClientRequest;
  /** Resolves when the server asks for the body. */
  readonly seated: Promise<unknown>;
  readonly answer: Promise<IncomingMessage>;

  constructor(server: TestServer, token: string, path: string, name: string) {
    this.body = JSON.stringify({ metadata: { name } });
    this.request = request(`${server.server.url}${path}`, {
      method: 'POST',
      ca: server.caPem,
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(this.body),
        expect: '100-continue',
      },
    });
    this.request.flushHeaders();
    this.seated = once(this.request, 'continue');
    this.answer = once(this.request, 'response').then(([answer]) => (answer as IncomingMessage).resume());
    for (const promise of [this.seated, this.answer]) promise.catch(() => undefined); // one that goes is waited for by nobody
  }

  private readonly body: string;

  /** Sends the body. */
  async finish(): Promise<IncomingMessage> {
    this.request.end(this.body);
    return this.answer;
  }

  /** Goes without a word. */
  destroy(): void {
    this.request.destroy();
  }
}
