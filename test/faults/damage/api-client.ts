import { Agent, request } from 'undici';
import { TOKEN } from '../consistency/requester.js';

/** What came back, whole. */
export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

export interface WatchEvent {
  readonly type: string;
  readonly object: ApiObject;
}

export interface ApiObject {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly [field: string]: unknown;
}

/** Asks one API server as the administrator of the fault runs. */
export class ApiClient {
  readonly #agent = new Agent({ connections: 16, connect: { rejectUnauthorized: false } });

  constructor(private readonly url: string) {}

  async ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    accept = JSON_TYPE,
  ): Promise<Answer> {
    const headers = { authorization: `Bearer ${TOKEN}`, accept, 'content-type': JSON_TYPE };
    const answer = await request(this.url + path, {
      method,
      dispatcher: this.#agent,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  }

  /** @throws when it is not answered with 2xx. */
  async write(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<ApiObject> {
    const { status, bytes } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${bytes.toString()}`);
    return JSON.parse(bytes.toString()) as ApiObject;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

export const JSON_TYPE = 'application/json';
