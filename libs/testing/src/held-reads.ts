import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';
import { type ReviewCall, ReviewServer } from './review-server.js';

/** The server that is asked, and as whom. */
export interface HeldReadTarget {
  /** Of a collection. */
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  /** Default: a connection of its own. */
  readonly agent?: Agent | false;
}

/** What is answered. */
export interface HeldAnswer {
  readonly code: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** A request that has its seat until the test lets it go. */
export interface HeldRead {
  readonly name: string;
  /** Resolves to true when it has its seat, to false when it was answered without one. */
  readonly seated: Promise<boolean>;
  readonly answer: Promise<HeldAnswer>;
  /** Lets the server authorize it: it answers, and the seat is free. */
  release(): Promise<HeldAnswer>;
  /** Disconnects. */
  destroy(): void;
}

interface Hold {
  readonly onSeat: () => void;
  readonly released: Promise<void>;
}

/**
 * Reads of named objects whose authorization is held back by an authorization webhook: requests take their seats before
 * they are authorized, so a test decides who is served and for how long. All else is allowed at once.
 */
export class HeldReads {
  private readonly holds = new Map<string, Hold>();

  private constructor(
    private readonly reviews: ReviewServer,
    /** The client configuration file of the webhook. */
    readonly configFile: string,
  ) {
    reviews.status = () => ({ allowed: true });
    reviews.hold = (call) => this.hold(call);
  }

  static async start(): Promise<HeldReads> {
    const reviews = await ReviewServer.start();
    return new HeldReads(reviews, await reviews.configFile());
  }

  /** Authorization options of a server. */
  get authorization() {
    const ttl = { authorizedTtlMs: 0, unauthorizedTtlMs: 0 };
    return {
      modes: ['Webhook' as const],
      policyFile: undefined,
      webhook: { configFile: this.configFile, version: 'v1' as const, ...ttl },
    };
  }

  /** The same as flags. */
  get flags(): string[] {
    return [
      '--authorization-mode=Webhook',
      `--authorization-webhook-config-file=${this.configFile}`,
      '--authorization-webhook-version=v1',
      '--authorization-webhook-cache-authorized-ttl=0s',
      '--authorization-webhook-cache-unauthorized-ttl=0s',
    ];
  }

  /** @param name of an object, not used before. */
  begin(name: string, { url, ca, token, agent = false }: HeldReadTarget): HeldRead {
    const [released, release] = gate();
    const [hasSeat, onSeat] = gate();
    this.holds.set(name, { onSeat, released });
    const sent: ClientRequest = request(`${url}/${name}`, { ca, agent, headers: { authorization: `Bearer ${token}` } });
    sent.end();
    const answer = once(sent, 'response').then(([message]) => read(message as IncomingMessage));
    const seated = Promise.race([hasSeat.then(() => true), answer.then(() => false)]);
    for (const promise of [answer, seated]) promise.catch(() => undefined); // a destroyed request is awaited by no test
    return {
      name,
      seated,
      answer,
      release: () => {
        release();
        return answer;
      },
      destroy: () => sent.destroy(),
    };
  }

  close(): Promise<void> {
    return this.reviews.close();
  }

  private async hold({ body: { spec } }: ReviewCall): Promise<void> {
    const { name } = (spec['resourceAttributes'] ?? {}) as { readonly name?: string };
    const hold = name === undefined ? undefined : this.holds.get(name);
    hold?.onSeat();
    await hold?.released;
  }
}

function gate(): [passed: Promise<void>, open: () => void] {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return [passed, open];
}

async function read(message: IncomingMessage): Promise<HeldAnswer> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk as string;
  return { code: message.statusCode ?? 0, retryAfter: message.headers['retry-after'], text };
}
