import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a true answer. Undefined: the connection breaks in its middle. */
export type Lie = (answer: string) => string | undefined;

/** Answers as another server does, but for lies. */
export class LyingServer {
  lie: Lie = (answer) => answer;
  /** Answers of these requests are lies. Default: all. */
  liesAbout: (path: string) => boolean = () => true;
  private server!: Server;

  private constructor(
    private readonly truth: string,
    private readonly created: Readonly<Record<string, object>>,
  ) {}

  /** @param truth URL of the other server. @param created its answers to a POST, by the ends of paths, where it has none. */
  static async start(truth: string, created: Readonly<Record<string, object>>): Promise<LyingServer> {
    const lying = new LyingServer(truth, created);
    lying.server = createServer((request, response) => void lying.answer(request, response));
    await new Promise<void>((resolve) => lying.server.listen(0, '127.0.0.1', resolve));
    return lying;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, text } = await this.true(request);
    const lie = this.liesAbout(request.url!) ? this.lie(text) : text;
    response.setHeader('content-type', 'application/json');
    if (lie === undefined) {
      response.writeHead(status, { 'content-length': text.length }).write(text.slice(0, text.length / 2));
      response.socket?.end();
    } else response.writeHead(status).end(lie);
  }

  /** A watch has one event, the first object of the list, and ends. */
  private async true(request: IncomingMessage): Promise<{ status: number; text: string }> {
    const { url, method, headers } = request;
    const known = Object.keys(this.created).find((end) => method === 'POST' && url!.split('?')[0]!.endsWith(end));
    if (known !== undefined) return { status: 201, text: JSON.stringify(this.created[known]) };
    const isWatch = url!.includes('watch=true');
    const body = await read(request);
    const answer = await fetch(this.truth + url!.replace('watch=true', ''), {
      method: method!,
      headers: { accept: headers.accept!, ...(body === '' ? {} : { 'content-type': headers['content-type']! }) },
      ...(body === '' ? {} : { body }),
    });
    const text = await answer.text();
    return { status: answer.status, text: isWatch ? firstEvent(text) : text };
  }
}

function firstEvent(list: string): string {
  const { items, ...table } = JSON.parse(list) as { items?: object[] };
  return `${JSON.stringify({ type: 'MODIFIED', object: items?.[0] ?? table })}\n`;
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** A value in place of the value of each field of a name, at any depth. */
export const fieldLie =
  (name: string, value: unknown): Lie =>
  (answer) =>
    JSON.stringify(JSON.parse(answer, (key, real: unknown) => (key === name ? value : real)));

/** Names of all fields. */
export function fieldNames(answer: string): readonly string[] {
  const names = new Set<string>();
  JSON.parse(answer, (key, value: unknown) => {
    if (key !== '' && !/^\d+$/.test(key)) names.add(key);
    return value;
  });
  return [...names];
}
