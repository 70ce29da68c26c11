import { withDeadline, type Clock } from '@orch/apimachinery';
import { boundedConnector } from '@orch/connections';
import { inOneStep } from '@orch/http';
import { inSpan, traceHeaders } from '@orch/tracing';
import { LRUCache } from 'lru-cache';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { WebhookError } from '../webhook-error.js';
import { callFailure } from './call-failure.js';
import { decodedAnswer, flowOfHook, MAX_ANSWER_BYTES, pathOf } from './hook-answer.js';
import { type LongAnswer, LongAnswers } from './long-answers.js';
import { statusFailure } from './status-failure.js';
import { HTTPS_PORT, hookTarget, type HookClientConfig, type HookTarget, type ResolveService } from './hook-target.js';

const HTML = /^\s*text\/html\s*(;|$)/i;

/** Of an answer that is a failure: its message is there. Unit: bytes. */
const MAX_FAILURE_BYTES = 64 * 1_024;
const CONNECTIONS_PER_HOOK = 64;
/** Webhooks with open connections. */
const MAX_AGENTS = 256;
/** Longest time for a connection. Unit: milliseconds. */
const CONNECT_LIMIT_MS = 10_000;
const MS_PER_SECOND = 1_000;
/** Highest status of an answer with a document, as clients of this API have it. */
const LAST_SUCCESS = 206;

/** How the server identifies itself to a webhook. */
export interface HookCredentials {
  /** Client certificate as PEM. Default: none. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  /** Value of the header `Authorization`; undefined: none. @throws Error when it cannot be read. */
  readonly authorization: () => Promise<string | undefined>;
}

/** Credentials for a webhook at `host:port`; undefined: none. A service has the host `name.namespace.svc`. */
export type HookCredentialsOf = (hostPort: string) => HookCredentials | undefined;

export interface HookClientOptions {
  readonly resolveService: ResolveService;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Client certificate for webhooks that ask for one, as PEM. Default: none. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Default: none. */
  readonly credentialsOf?: HookCredentialsOf | undefined;
  /** Whether a document of media type text/html is read as JSON, or is a failed call (B-268). Default: read. */
  readonly htmlAnswers?: 'read' | 'refused';
  /** Long answers that are in memory at once; one server has half of them at most. Default: 16. */
  readonly longAnswers?: number;
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
  /** Longest answer. Default: that of a review of one object. Unit: bytes. */
  readonly maxBytes?: number;
}

/** How an answer is read. */
interface ReadOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly answer: LongAnswer | undefined;
}

/**
 * Calls the webhooks that objects of the API register: by URL or by service, each with its own trust anchors. Connections are kept and shared by
 * all webhooks with the same address and trust. Redirects are not followed, and no call is repeated.
 */
export class HookClient {
  private readonly agents: LRUCache<string, Dispatcher>;
  private readonly longAnswers: LongAnswers;

  constructor(private readonly options: HookClientOptions) {
    this.longAnswers = new LongAnswers(options.longAnswers);
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
   * @param body a `Buffer` is sent as it is: large documents are encoded in steps before.
   * @throws WebhookError with a text for clients that starts with `Post "URL": ` when the webhook gave no answer.
   */
  async post(config: HookClientConfig, body: object | Buffer, call: HookCall): Promise<unknown> {
    const json = Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const answer = this.beginAnswer(config);
    try {
      return await decodedAnswer(config, call.query, await this.exchange(config, json, call, answer));
    } finally {
      answer.end();
    }
  }

  /** For {@link exchange}: must be ended when the answer is decoded. */
  beginAnswer(config: HookClientConfig): LongAnswer {
    return this.longAnswers.begin(hookTarget(config).origin);
  }

  /**
   * POSTs JSON and returns the bytes of the answer, for {@link decodedAnswer}.
   * @param answer says when more of a long answer may be read. Default: at once.
   * @throws WebhookError as {@link post}.
   */
  async exchange(
    config: HookClientConfig,
    json: string | Uint8Array,
    call: HookCall,
    answer?: LongAnswer,
  ): Promise<Buffer> {
    const { timeoutMs, query, signal, maxBytes = MAX_ANSWER_BYTES } = call;
    const target = hookTarget(config);
    const path = pathOf(target, query);
    const url = target.origin + path;
    const late = (): WebhookError => new WebhookError(`Post ${JSON.stringify(url)}: context deadline exceeded`);
    try {
      return await withDeadline(this.options.clock, timeoutMs, late, (deadline) =>
        inSpan(
          'HTTP POST',
          () => ({ 'http.method': 'POST', 'http.url': url }),
          () =>
            this.send(target, path, json, {
              connectMs: connectLimitMs(timeoutMs),
              signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
              maxBytes,
              answer,
            }),
          'client',
        ),
      );
    } catch (error) {
      // Many calls may fail at once: requests that ignore that go on in turns, as those with an answer do.
      await inOneStep(() => undefined, { flow: flowOfHook(target) });
      throw error;
    }
  }

  private async send(
    target: HookTarget,
    path: string,
    body: string | Uint8Array,
    { connectMs, signal, maxBytes, answer: long }: ReadOptions & { readonly connectMs: number },
  ): Promise<Buffer> {
    const url = target.origin + path;
    try {
      const authorization = await this.credentialsOf(target)?.authorization();
      const answer = await this.agentOf(target, connectMs).request({
        origin: target.origin,
        path,
        method: 'POST',
        headers: {
          'user-agent': this.options.userAgent,
          'content-type': 'application/json',
          accept: 'application/json, */*',
          ...(authorization === undefined ? {} : { authorization }),
          ...traceHeaders(),
        },
        body,
        signal,
      });
      const bytes = await bytesOf(answer.body, url, { signal, maxBytes, answer: long });
      const status = answer.statusCode;
      const contentType = String(answer.headers['content-type'] ?? 'application/json');
      if (status < 200 || status > LAST_SUCCESS)
        throw new WebhookError(
          statusFailure({ status, contentType, text: bytes.toString('utf8', 0, MAX_FAILURE_BYTES) }),
        );
      if (bytes.length === 0)
        throw new WebhookError(`0-length response with status code: ${status} and content type: ${contentType}`);
      if (this.options.htmlAnswers === 'refused' && HTML.test(contentType))
        throw new WebhookError(`${url}: the answer has media type text/html, not application/json`);
      return bytes;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof WebhookError ? error : callFailure(url, error);
    }
  }

  private agentOf(target: HookTarget, connectMs: number): Dispatcher {
    // A service has an origin that a URL may have, too, and is reached at another address.
    const key = `${target.service ? 'service' : 'url'} ${target.origin} ${connectMs} ${target.ca ?? ''}`;
    let agent = this.agents.get(key);
    if (!agent) {
      const connect = this.connectorTo(target, connectMs);
      const limits = { headersTimeout: 0, bodyTimeout: 0, connections: CONNECTIONS_PER_HOOK };
      this.agents.set(key, (agent = new Agent({ ...limits, connect })));
    }
    return agent;
  }

  private credentialsOf({ origin }: HookTarget): HookCredentials | undefined {
    const { credentialsOf } = this.options;
    if (!credentialsOf) return undefined;
    const { hostname, port } = new URL(origin);
    return credentialsOf(`${hostname}:${port || HTTPS_PORT}`);
  }

  private connectorTo(target: HookTarget, connectMs: number): buildConnector.connector {
    const { service, ca, origin } = target;
    const { resolveService } = this.options;
    const certificate = this.credentialsOf(target)?.certificate ?? this.options.certificate;
    const trust = {
      timeout: connectMs,
      ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
      ...certificate,
    };
    const toTarget = boundedConnector(trust, service?.namespace);
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

/**
 * The signal of a call is not obeyed before it has a connection, so connecting must not take longer than the call. In whole seconds: calls with the
 * same limit share connections.
 */
const connectLimitMs = (timeoutMs: number): number =>
  Math.min(CONNECT_LIMIT_MS, Math.ceil(timeoutMs / MS_PER_SECOND) * MS_PER_SECOND);

async function bytesOf(
  body: Dispatcher.ResponseData['body'],
  url: string,
  { signal, maxBytes, answer }: ReadOptions,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new WebhookError(`${url}: the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
    if (answer) await answer.read(bytes, signal);
  }
  return Buffer.concat(chunks);
}
