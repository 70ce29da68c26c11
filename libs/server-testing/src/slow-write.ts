import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { TestServer } from './running-server.js';

/** Credentials of a write: a token, or a certificate with its key. */
interface SlowWriter {
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** A write whose body is delayed. For tests. */
export class SlowWrite {
  private readonly request: ClientRequest;
  /** Resolves when the server reads the body. */
  readonly reading: Promise<unknown>;
  readonly answer: Promise<IncomingMessage>;

  constructor(server: TestServer, { token, ...pair }: SlowWriter, path: string, name: string) {
    this.body = JSON.stringify({ metadata: { name } });
    this.request = request(`${server.server.url}${path}`, {
      method: 'POST',
      ca: server.caPem,
      ...pair,
      agent: false,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(this.body),
        expect: '100-continue',
      },
    });
    this.request.flushHeaders();
    this.reading = once(this.request, 'continue');
    this.answer = once(this.request, 'response').then(([answer]) => (answer as IncomingMessage).resume());
    for (const promise of [this.reading, this.answer]) promise.catch(() => undefined); // a destroyed write is awaited by no test
  }

  private readonly body: string;

  /** Sends the body. */
  async finish(): Promise<IncomingMessage> {
    this.request.end(this.body);
    return this.answer;
  }
}
