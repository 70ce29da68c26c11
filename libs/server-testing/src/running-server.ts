import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTokenKey } from '@orch/testing';
import { Agent, request } from 'undici';
import { startApiServer, type ApiServerDependencies, type RunningApiServer, type ApiServerOptions } from '@orch/server';
import { BASE_OPTIONS, copyUsualData, writesUsualData } from './usual-data.js';

/** Options of one request. */
export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly body?: unknown;
  readonly agent?: Agent;
}

/** A response; `json` is undefined when the body is not JSON. */
export interface Answer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: { readonly [field: string]: unknown } & { message?: string; reason?: string; code?: number };
}

/** A real server on a free port, with TLS and a temporary directory. For tests. */
export class TestServer {
  private static readonly running = new Set<TestServer>();
  private readonly agents: Agent[] = [];
  private constructor(
    readonly server: RunningApiServer,
    readonly dataDir: string,
    readonly caPem: string,
    private readonly ownsDirectory: boolean,
  ) {}

  static async start(
    options: Partial<ApiServerOptions> = {},
    dependencies: ApiServerDependencies = {},
  ): Promise<TestServer> {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'orch-server-')));
    if (options.dataDir === undefined) {
      await giveTokenKey(dataDir);
      if (writesUsualData(options, dependencies)) await copyUsualData(dataDir, options.vocabulary);
    }
    const server = await startApiServer({ ...BASE_OPTIONS, ...options, dataDir }, dependencies);
    const caPem = await readFile(join(dataDir, 'pki', 'ca.crt'), 'utf8');
    const started = new TestServer(server, dataDir, caPem, options.dataDir === undefined);
    TestServer.running.add(started);
    return started;
  }

  /** Closes servers that a failed test left open, so that the failure is reported instead of a test that never ends. */
  static async closeAll(): Promise<void> {
    for (const server of TestServer.running) await server.close();
  }

  /** A client without certificate, or with one. */
  agent(pair?: { readonly cert: string; readonly key: string }, options: Agent.Options = {}): Agent {
    const agent = new Agent({ ...options, connect: { ca: this.caPem, ...pair } });
    this.agents.push(agent);
    return agent;
  }

  /** The administrator of `admin.conf`. */
  async admin(): Promise<Agent> {
    return this.agent(await this.adminPair());
  }

  /** Certificate and key of the administrator. */
  async adminPair(): Promise<{ readonly cert: string; readonly key: string }> {
    const text = await readFile(this.server.adminConfigPath, 'utf8');
    const value = (key: string) => Buffer.from(new RegExp(`${key}: (\\S+)`).exec(text)![1]!, 'base64').toString();
    return { cert: value('client-certificate-data'), key: value('client-key-data') };
  }

  private plain: Agent | undefined;

  async call(path: string, call: Call = {}): Promise<Answer> {
    const { method = 'GET', headers = {}, token, body, agent = (this.plain ??= this.agent()) } = call;
    const response = await request(`${this.server.url}${path}`, {
      method: method as 'GET',
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      dispatcher: agent,
    });
    const text = await response.body.text();
    const isJson = String(response.headers['content-type']).includes('json');
    return { code: response.statusCode, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  }

  /** Returns when a path is served, which for a new custom kind is right after the answer of its definition. */
  async served(path: string, agent: Agent): Promise<void> {
    while ((await this.call(path, { agent })).code === 404);
  }

  async close(): Promise<void> {
    TestServer.running.delete(this);
    await Promise.all(this.agents.map((agent) => agent.destroy()));
    await this.server.stop();
    if (this.ownsDirectory) await rm(this.dataDir, { recursive: true, force: true });
  }
}
