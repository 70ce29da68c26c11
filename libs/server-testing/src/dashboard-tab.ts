import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { Answer } from './running-server.js';
import { WatchStream } from '../../../test/support/watch-stream.js';

/** A line of a stream. */
export interface Line {
  readonly type: string;
  readonly stream?: string;
  readonly watch?: string;
  readonly event?: {
    readonly type: string;
    readonly object: { readonly [field: string]: unknown; readonly metadata?: { readonly name: string } };
  };
  readonly code?: number;
  readonly status?: { readonly message: string; readonly reason: string } | null;
}

/** The server of a tab. */
interface Server {
  readonly url: string;
  readonly caPem: string;
}

/** Who opens a tab. */
interface Credentials {
  readonly headers?: Readonly<Record<string, string>>;
  readonly pair?: { readonly cert: string; readonly key: string };
  readonly allowH2?: boolean;
}

/** The stream of one tab of the dashboard, and its commands, as a page sends them. For tests. */
export class Tab {
  private readonly lines: WatchStream;

  private constructor(
    private readonly url: string,
    readonly id: string,
    private readonly agent: Agent,
    private readonly headers: Readonly<Record<string, string>>,
    readonly body: Readable,
    lines: WatchStream,
  ) {
    this.lines = lines;
  }

  static async open({ url, caPem }: Server, { headers = {}, pair, allowH2 = false }: Credentials): Promise<Tab> {
    const agent = new Agent({ connect: { ca: caPem, ...pair }, allowH2 });
    const all = { 'content-type': 'application/json', ...headers };
    const answer = await request(`${url}/dashboard/streams`, { method: 'POST', dispatcher: agent, headers: all });
    const lines = new WatchStream(answer.statusCode, answer.headers, answer.body);
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${JSON.stringify(await lines.document())}`);
    const first = (await lines.next()) as Line;
    return new Tab(url, first.stream!, agent, all, answer.body, lines);
  }

  /** The next line. */
  async next(): Promise<Line> {
    return (await this.lines.next()) as Line;
  }

  /** The next line of which `test` is true; earlier ones are dropped. */
  async find(test: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const line = await this.next();
      if (test(line)) return line;
    }
  }

  /** All lines to the end of the stream. */
  async rest(): Promise<Line[]> {
    return (await this.lines.rest()) as Line[];
  }

  /** Sends a command. @param stream default: that of this tab. */
  async send(
    command: unknown,
    stream = this.id,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Pick<Answer, 'code' | 'text'>> {
    const answer = await request(`${this.url}/dashboard/streams/${stream}`, {
      method: 'POST',
      dispatcher: this.agent,
      headers: { ...this.headers, ...headers },
      body: typeof command === 'string' ? command : JSON.stringify(command),
    });
    return { code: answer.statusCode, text: await answer.body.text() };
  }

  /** Opens watches by id. @throws when the command is refused. */
  async watch(paths: Readonly<Record<string, string>>, accept?: string): Promise<void> {
    const open = Object.entries(paths).map(([watch, path]) => ({
      watch,
      path,
      ...(accept === undefined ? {} : { accept }),
    }));
    const { code, text } = await this.send({ open });
    if (code !== 204) throw new Error(`${code}: ${text}`);
  }

  async close(): Promise<void> {
    if (!this.agent.destroyed) await this.agent.destroy();
  }
}
