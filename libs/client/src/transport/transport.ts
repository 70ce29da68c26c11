import { ApiError, type Clock, type Random } from '@orch/apimachinery';
import type { Dispatcher } from 'undici';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { type ApiRequest, requestLabel } from './api-request.js';
import { Authorization } from './authorization.js';
import { Backoff } from './backoff.js';
import { CallScope } from './call-scope.js';
import { connectionFailure } from '../errors/connection-failure.js';
import { connectionsTo } from './connections.js';
import { impersonationHeaders } from './impersonation-headers.js';
import { errorFromAnswer, parseRetryAfter } from './parse-status.js';
import { isRetryable, pauseBeforeRetryMs, RETRY_ATTEMPTS, RETRY_BACKOFF } from './retry-policy.js';
import { TransportError } from '../errors/transport-error.js';
import { wait } from './wait.js';
import { parseWarnings } from './warnings.js';

export interface TransportOptions {
  readonly configuration: ClientConfiguration;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Deadline of a call that names none. Unit: milliseconds. */
  readonly timeoutMs: number;
  /** Gets the text of each `Warning` header of an answer. */
  readonly onWarning?: (text: string) => void;
}

/** Calls at the same time; more wait for their turn, within their deadline. */
const MAX_CALL_CONNECTIONS = 64;

/** Longest answer that is read whole; longer lists come in pages. */
const MAX_ANSWER_BYTES = 512 * 1024 * 1024;

/** Sends requests over kept-alive HTTP/1.1 connections and turns every failure into `ApiError` or `TransportError`. */
export class Transport {
  private readonly calls: Dispatcher;
  private readonly watches: Dispatcher;
  /** Before the path of every request. */
  private readonly pathPrefix: string;
  private readonly authorization: Authorization;
  private closed = false;
  private readonly fixedHeaders: Readonly<Record<string, string | string[]>>;

  constructor(private readonly options: TransportOptions) {
    const { credentials, impersonate, pathPrefix = '' } = options.configuration;
    // Watches keep their connection for minutes, so they must not stand in the way of calls.
    this.calls = connectionsTo(options.configuration, MAX_CALL_CONNECTIONS);
    this.watches = connectionsTo(options.configuration, null);
    this.pathPrefix = pathPrefix.replace(/\/+$/, '');
    this.authorization = new Authorization(credentials, options.clock);
    this.fixedHeaders = { 'user-agent': options.userAgent, ...(impersonate ? impersonationHeaders(impersonate) : {}) };
  }

  /** The answer's body as text. Retries what is safe to retry, within the deadline. */
  async text(request: ApiRequest): Promise<string> {
    const { clock, random } = this.options;
    const scope = new CallScope(
      clock,
      request.signal,
      request.timeoutMs ?? this.options.timeoutMs,
      requestLabel(request),
    );
    const backoff = new Backoff(RETRY_BACKOFF, random);
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          const answer = await this.send(this.calls, request, scope.signal);
          return await readText(answer.body, this.options.configuration.server);
        } catch (err) {
          const failure = scope.signal.aborted ? scope.signal.reason : this.failure(err);
          if (
            this.closed ||
            scope.signal.aborted ||
            attempt === RETRY_ATTEMPTS ||
            !isRetryable(request.method, failure)
          )
            throw failure;
          await wait(clock, pauseBeforeRetryMs(failure, backoff), scope.signal);
        }
      }
    } finally {
      scope.end();
    }
  }

  /** The answer's body as JSON. */
  async json<R>(request: ApiRequest): Promise<R> {
    const text = await this.text(request);
    try {
      return JSON.parse(text) as R;
    } catch (err) {
      throw new TransportError('Protocol', `${requestLabel(request)}: the answer is not JSON`, { cause: err });
    }
  }

  /**
   * The answer's body as it comes, without retries. The deadline counts until the answer begins; after that only
   * `signal` ends it.
   */
  async *stream(request: ApiRequest): AsyncGenerator<Uint8Array, void, void> {
    const timeoutMs = request.timeoutMs ?? this.options.timeoutMs;
    const opening = new CallScope(this.options.clock, request.signal, timeoutMs, requestLabel(request));
    try {
      let answer: Dispatcher.ResponseData;
      try {
        answer = await this.send(this.watches, request, opening.signal);
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
      opening.end();
    }
  }

  /** Breaks what is in flight and closes the connections. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([this.calls.destroy(), this.watches.destroy()]);
  }

  private async send(
    connections: Dispatcher,
    request: ApiRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const authorization = await this.authorization.header();
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const answer = await connections.request({
      origin: this.options.configuration.server,
      path: this.pathPrefix + request.path,
      method: request.method,
      headers: {
        ...this.fixedHeaders,
        accept: request.accept ?? 'application/json',
        ...(body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: body ?? null,
      // A DELETE with a body would cost the connection: that is the default for methods which rarely have one.
      reset: false,
      signal,
    });
    const warnings = answer.headers['warning'];
    if (warnings !== undefined && this.options.onWarning) parseWarnings(warnings).forEach(this.options.onWarning);
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
    const text = await readText(answer.body, this.options.configuration.server);
    if (answer.statusCode === 401) this.authorization.refused();
    const retryAfter = answer.headers['retry-after'];
    throw errorFromAnswer(
      answer.statusCode,
      text,
      parseRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter),
    );
  }

  private failure(err: unknown): Error {
    // What is wrong with a credential is no fault of the connection, and trying again does not mend it.
    if (err instanceof ApiError || err instanceof ConfigurationError) return err;
    return connectionFailure(err, this.options.configuration.server);
  }
}

async function readText(body: AsyncIterable<unknown>, server: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new TransportError(
        'Protocol',
        `${server}: the answer is longer than ${MAX_ANSWER_BYTES} bytes; list in pages`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
