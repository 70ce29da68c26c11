import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';

/** The administrator of the fault runs, by a file of tokens: nothing of the store is needed to know who asks. */
export const TOKEN = 'token-of-the-fault-runs';

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Default: JSON. */
  readonly contentType?: string;
}

export type Answer =
  | { readonly is: 'answered'; readonly status: number; readonly body: unknown }
  /** The connection was refused: the request was not sent. */
  | { readonly is: 'unsent'; readonly why: string }
  /** Perhaps it was asked; no whole answer came. */
  | { readonly is: 'lost'; readonly why: string };

/** Asks one thing at a time, over connections of its own, and never again what failed. */
export class Requester {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });

  /** @param timeoutMs for the whole answer. */
  constructor(private readonly timeoutMs: number) {}

  async ask(port: number, question: Question): Promise<Answer> {
    const limit = AbortSignal.timeout(this.timeoutMs);
    try {
      const response = await this.open(port, question, limit);
      let text = '';
      for await (const piece of response.setEncoding('utf8')) text += String(piece);
      return { is: 'answered', status: response.statusCode!, body: parsed(text) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return { is: 'unsent', why: code };
      return { is: 'lost', why: limit.aborted ? `no answer in ${this.timeoutMs} ms` : (code ?? message) };
    }
  }

  /** The beginning of an answer. @throws what the connection throws. */
  open(port: number, { method, path, body, contentType }: Question, signal: AbortSignal): Promise<IncomingMessage> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent: this.#agent,
          signal,
          headers: {
            authorization: `Bearer ${TOKEN}`,
            accept: 'application/json',
            ...(bytes && { 'content-type': contentType ?? 'application/json', 'content-length': bytes.length }),
          },
        },
        resolve,
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
