import { ApiError, type Clock, type Random, sleep, untilAborted } from '@orch/apimachinery';
import type { Dispatcher } from 'undici';
import { textOf } from '../answers/body-text.js';
import { measuredSteps } from '../answers/measured-steps.js';
import { parseAnswer } from '../answers/parse-answer.js';
import type { Shape } from '../answers/shape.js';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { inTurns } from '../event-loop/in-turns.js';
import { type ApiRequest, requestLabel } from './api-request.js';
import { Backoff } from './backoff.js';
import { CallScope } from './call-scope.js';
import { AnswerTooLong } from '../errors/answer-too-long.js';
import { connectionFailure } from '../errors/connection-failure.js';
import { ClientConnections } from './client-connections.js';
import { impersonationHeaders } from './impersonation-headers.js';
import { errorFromAnswer, parseRetryAfter } from './parse-status.js';
import { type RequestCredentials, requestCredentials } from './request-credentials.js';
import type { RequestObserver } from './request-observer.js';
import { isRetryable, pauseBeforeRetryMs, RETRY_ATTEMPTS, RETRY_BACKOFF } from './retry-policy.js';
import { TransportError } from '../errors/transport-error.js';

export interface TransportOptions {
  readonly configuration: ClientConfiguration;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Default deadline of a call. Unit: milliseconds. */
  readonly timeoutMs: number;
  /** Called with the text of each `Warning` header. */
  readonly onWarning?: (text: string) => void;
  /** Called for each request that was sent. */
  readonly onRequest?: RequestObserver;
}

/** Default maximum of the size of a response; larger lists must be read in pages. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;

/** Maximum size of the body of an error; a longer one is cut. A Status has at most some hundred KiB. */
const MAX_ERROR_BYTES = 1_048_576;

/** Sends requests over kept-alive HTTP/1.1 connections and turns every failure into `ApiError` or `TransportError`. */
export class Transport {
  private readonly connections: ClientConnections;
  /** Prefix of the path of every request. */
  private readonly pathPrefix: string;
  private readonly credentials: RequestCredentials;
  private readonly fixedHeaders: Readonly<Record<string, string | string[]>>;

  /** @param shared a transport to the same server with the same credentials, whose connections are used; it closes them. */
  constructor(
    private readonly options: TransportOptions,
    shared?: Transport,
  ) {
    const { configuration, clock } = options;
    const { impersonate, pathPrefix = '' } = configuration;
    this.connections = shared?.connections ?? new ClientConnections(configuration);
    this.pathPrefix = pathPrefix.replace(/\/+$/, '');
    this.credentials =
      shared?.credentials ??
      requestCredentials(configuration, clock, (certificate) => this.connections.use(certificate));
    this.fixedHeaders = { 'user-agent': options.userAgent, ...(impersonate ? impersonationHeaders(impersonate) : {}) };
  }

  /** The response body as text. Retries where safe, within the deadline. */
  async text(request: ApiRequest): Promise<string> {
    return textOf(await this.body(request));
  }

  /** The chunks of the response body. Retries where safe, within the deadline. */
  private body(request: ApiRequest): Promise<Uint8Array[]> {
    return this.answered(request, (body) => readBody(body, this.options.configuration.server, request.maxAnswerBytes));
  }

  /** Resolves after a successful response, whose body is not kept. Retries where safe, within the deadline. */
  unread(request: ApiRequest): Promise<void> {
    return this.answered(request, async (body) => {
      for await (const chunk of body) void chunk;
    });
  }

  private async answered<R>(request: ApiRequest, read: (body: AsyncIterable<unknown>) => Promise<R>): Promise<R> {
    const { clock, random } = this.options;
    const scope = this.openScope(request);
    const backoff = new Backoff(RETRY_BACKOFF, random);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const answer = await this.send('calls', request, scope.signal);
          return await read(answer.body);
        } catch (err) {
          const failure = scope.signal.aborted ? scope.signal.reason : this.failure(err);
          if (scope.signal.aborted || attempt === RETRY_ATTEMPTS || !isRetryable(request.method, failure))
            throw failure;
          await sleep(clock, pauseBeforeRetryMs(failure, backoff), scope.signal);
        }
      }
    } finally {
      this.endScope(scope);
    }
  }

  /** The response body as JSON. @throws TransportError Protocol when it is not JSON, or not of the form that its caller relies on. */
  async json<R>(request: ApiRequest, shape: Shape): Promise<R> {
    const chunks = await this.body(request);
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const source = `${requestLabel(request)}: the answer`;
    const { onSize, signal } = request;
    const work = parseAnswer(chunks, shape, source, request.listName, request.kept);
    try {
      if (!onSize) return (await inTurns(work, signal)) as R;
      const { value, heapBytes } = await inTurns(measuredSteps(work), signal);
      // Not the length alone: `[[],[],` takes twenty times that. The text itself is not kept.
      onSize(Math.max(bytes, heapBytes - bytes));
      return value as R;
    } catch (err) {
      if (!(err instanceof SyntaxError)) throw err;
      throw new TransportError('Protocol', `${source} is not JSON`, { cause: err });
    }
  }

  /**
   * The response body as a stream, without retries. The deadline applies until the response begins; after that only
   * `signal` ends it.
   */
  async *stream(request: ApiRequest): AsyncGenerator<Uint8Array, void, void> {
    const opening = this.openScope(request);
    try {
      let answer: Dispatcher.ResponseData;
      try {
        answer = await this.send('watches', request, opening.signal);
      } catch (err) {
        throw opening.signal.aborted ? opening.signal.reason : this.failure(err);
      }
      opening.cancelDeadline();
      request.onOpen?.();
      try {
        for await (const chunk of answer.body) yield chunk as Uint8Array;
      } catch (err) {
        throw opening.signal.aborted ? opening.signal.reason : this.failure(err);
      }
    } finally {
      this.endScope(opening);
    }
  }

  /** Aborts requests in flight, also those that wait for credentials, and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.credentials.close(), this.connections.close()]);
  }

  private openScope(request: ApiRequest): CallScope {
    const { clock, timeoutMs } = this.options;
    const scope = new CallScope(clock, request.signal, request.timeoutMs ?? timeoutMs, requestLabel(request));
    this.connections.enter(scope);
    return scope;
  }

  private endScope(scope: CallScope): void {
    this.connections.leave(scope);
    scope.end();
  }

  private async send(
    purpose: 'calls' | 'watches',
    request: ApiRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const credential = await this.credentials.current(signal);
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const observed = this.observe(request.method);
    const { connections } = this;
    const send = () =>
      connections[purpose].request({
        origin: this.options.configuration.server,
        path: this.pathPrefix + request.path,
        method: request.method,
        headers: {
          ...this.fixedHeaders,
          accept: request.accept ?? 'application/json',
          ...(body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
          ...(credential.header === undefined ? {} : { authorization: credential.header }),
        },
        body: body ?? null,
        // By default, undici closes the connection after a DELETE with a body.
        reset: false,
        signal,
      });
    const answer = await untilAborted(send, signal).catch((error: unknown) => {
      observed?.(undefined);
      throw error;
    });
    observed?.(answer.statusCode);
    const warnings = answer.headers['warning'];
    if (warnings !== undefined && this.options.onWarning) parseWarnings(warnings).forEach(this.options.onWarning);
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
    const text = await readErrorText(answer.body);
    if (answer.statusCode === 401) credential.refused();
    const retryAfter = answer.headers['retry-after'];
    throw errorFromAnswer(
      answer.statusCode,
      text,
      parseRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter),
    );
  }

  /** Measures one request. Undefined: no observer. */
  private observe(method: string): ((code: number | undefined) => void) | undefined {
    const { onRequest, configuration } = this.options;
    if (!onRequest) return undefined;
    const sentMs = performance.now();
    return (code) =>
      onRequest({ method, code, server: configuration.server, seconds: (performance.now() - sentMs) / 1_000 });
  }

  private failure(err: unknown): Error {
    // An invalid credential is not a connection failure, and a retry does not fix it.
    if (err instanceof ApiError || err instanceof ConfigurationError) return err;
    return connectionFailure(err, this.options.configuration.server);
  }
}

async function readBody(
  body: AsyncIterable<unknown>,
  server: string,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new AnswerTooLong(server, maxBytes);
    chunks.push(chunk);
  }
  return chunks;
}

/** The beginning of the body of an error. Leaving the loop closes the connection. */
async function readErrorText(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_ERROR_BYTES);
}

const WARNING = /\d{3} \S+ "((?:[^"\\]|\\.)*)"/g;

/** Texts of `Warning: 299 - "text"` headers, which are UTF-8; malformed ones are skipped. */
function parseWarnings(header: string | readonly string[]): string[] {
  const values = typeof header === 'string' ? [header] : header;
  return values.flatMap((value) => [...value.matchAll(WARNING)].map((match) => warningText(match[1]!)));
}

/** The parser of headers gives each byte as one character. */
const warningText = (quoted: string): string => Buffer.from(quoted.replace(/\\(.)/g, '$1'), 'latin1').toString('utf8');
