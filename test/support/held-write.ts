import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';

/** Where a held write goes, and as whom. */
export interface HeldWriteTarget {
  /** Of the collection. */
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly agent: Agent;
}

/** What an answer to it says. */
export interface HeldAnswer {
  readonly code: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/**
 * The create of a ConfigMap whose body is held back: the server asks for the body when the request has its seat, and the seat is
 * held until the body is sent. So a test knows who is served, and decides for how long.
 */
export class HeldWrite {
  private readonly body: string;
  private readonly request: ClientRequest;
  /** Resolves to true when it has its seat, to false when it was answered without one. */
  readonly seated: Promise<boolean>;
  readonly answer: Promise<HeldAnswer>;

  constructor(
    readonly name: string,
    { url, ca, token, agent }: HeldWriteTarget,
  ) {
    this.body = JSON.stringify({ metadata: { name } });
    this.request = request(url, {
      method: 'POST',
      ca,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(this.body),
        expect: '100-continue',
      },
    });
    this.request.flushHeaders();
    this.answer = once(this.request, 'response').then(([message]) => read(message as IncomingMessage));
    this.seated = Promise.race([once(this.request, 'continue').then(() => true), this.answer.then(() => false)]);
  }

  /** Sends the body: the server answers, and the seat is free. */
  release(): Promise<HeldAnswer> {
    this.request.end(this.body);
    return this.answer;
  }
}

async function read(message: IncomingMessage): Promise<HeldAnswer> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk as string;
  return { code: message.statusCode ?? 0, retryAfter: message.headers['retry-after'], text };
}
