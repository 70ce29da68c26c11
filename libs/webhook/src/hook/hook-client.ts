import { withDeadline, type Clock } from '@orch/apimachinery';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { WebhookError } from '../webhook-error.js';
import { callFailure } from './call-failure.js';
import { hookTarget, type HookClientConfig, type HookTarget, type ResolveService } from './hook-target.js';

/** Maximum size of an answer: a converted list is as large as the list. Unit: bytes. */
const MAX_ANSWER_BYTES = 64 * 1_024 * 1_024;
const CONNECTIONS_PER_HOOK = 64;
/** Webhooks with open connections. */
const MAX_AGENTS = 256;
const CONNECT_LIMIT_MS = 10_000;

export interface HookClientOptions {
  readonly resolveService: ResolveService;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Client certificate for webhooks that ask for one, as PEM. Default: none. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Aborts calls in flight and closes connections. */
  readonly ended: AbortSignal;
}

/** One call. */
export interface HookCall {
  /** Unit: milliseconds. */
  readonly timeoutMs: number;
  /** Added to the query: `timeout=10s`. Default: none. */
  readonly query?: string;
  readonly signal?: AbortSignal;
}

/**
 * Calls the webhooks that objects of the API register: by URL or by service, each with its own trust anchors. Connections are kept and shared by
 * all webhooks with the same address and trust. Redirects are not followed, and no call is repeated.
 */
export class HookClient {
  private readonly agents: LRUCache<string, Dispatcher>;

  constructor(private readonly options: HookClientOptions) {
    this.agents = new LRUCache({ max: MAX_AGENTS, dispose: (agent) => void agent.close().catch(() => undefined) });
    const { agents } = this;
    options.ended.addEventListener(
      'abort',
      () => {
        for (const agent of agents.values()) void agent.destroy();
      },
      { once: true },
    );
  }

  /**
   * POSTs a JSON document and returns the JSON of the answer.
   * @throws WebhookError with a text for clients that starts with `Post "URL": ` when the webhook gave no answer.
   */
  async post(config: HookClientConfig, body: object, { timeoutMs, query, signal }: HookCall): Promise<unknown> {
    const target = hookTarget(config);
    const path = withQuery(target.path, query);
    const url = target.origin + path;
    const late = (): WebhookError => new WebhookError(`Post ${JSON.stringify(url)}: context deadline exceeded`);
    const text = await withDeadline(this.options.clock, timeoutMs, late, (deadline) =>
      this.exchange(target, path, JSON.stringify(body), signal ? AbortSignal.any([deadline, signal]) : deadline),
    );
    try {
      return JSON.parse(text) as unknown;
    } catch (cause) {
      throw new WebhookError(`${url}: the answer is not JSON`, { cause });
    }
  }

  private async exchange(target: HookTarget, path: string, body: string, signal: AbortSignal): Promise<string> {
    const url = target.origin + path;
    try {
      const answer = await this.agentOf(target).request({
        origin: target.origin,
        path,
        method: 'POST',
        headers: {
          'user-agent': this.options.userAgent,
          'content-type': 'application/json',
          accept: 'application/json, */*',
        },
        body,
        signal,
      });
      const text = await textOf(answer.body, url);
      if (answer.statusCode >= 200 && answer.statusCode < 300) return text;
      throw new WebhookError(`the server responded with the status code ${answer.statusCode}`);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof WebhookError ? error : callFailure(url, error);
    }
  }

  private agentOf(target: HookTarget): Dispatcher {
    const key = `${target.origin} ${target.ca ?? ''}`;
    let agent = this.agents.get(key);
    if (!agent) {
      const connect = this.connectorTo(target);
      const limits = { headersTimeout: 0, bodyTimeout: 0, connections: CONNECTIONS_PER_HOOK };
      this.agents.set(key, (agent = new Agent({ ...limits, connect })));
    }
    return agent;
  }

  private connectorTo({ service, ca, origin }: HookTarget): buildConnector.connector {
    const { certificate, resolveService } = this.options;
    const toTarget = buildConnector({
      allowH2: false,
      timeout: CONNECT_LIMIT_MS,
      ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
      ...certificate,
    });
    if (!service) return toTarget;
    const { hostname } = new URL(origin);
    return (options, callback) => {
      try {
        const { host, port } = resolveService(service.namespace, service.name, service.port);
        toTarget({ ...options, servername: hostname, hostname: host, port: String(port) }, callback);
      } catch (error) {
        callback(error as Error, null);
      }
    };
  }
}

const withQuery = (path: string, query: string | undefined): string =>
  query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

async function textOf(body: Dispatcher.ResponseData['body'], url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_ANSWER_BYTES) throw new WebhookError(`${url}: the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
