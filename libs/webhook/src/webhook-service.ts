import { type Clock, type Random, sleep, withDeadline } from '@orch/apimachinery';
import {
  Authorization,
  type ClientConfiguration,
  connectionFailure,
  connectionsTo,
  type HeaderCredentials,
} from '@orch/client';
import { hostLookups } from '@orch/connections';
import type { Flow } from '@orch/http';
import type { Logger } from '@orch/process';
import type { Dispatcher } from 'undici';
import { type CallLimits, CallTurns } from './call-turns.js';
import { type FailedAttempt, failedAnswer } from './failed-attempt.js';
import { readAnswer, type Review, type ReviewAnswer } from './review.js';
import { retryPauseMs, RETRY_TRIES } from './retry-pause.js';
import { WebhookBusy, WebhookError, WebhookTimeout } from './webhook-error.js';

/** Default timeout of a call, retries included. Unit: milliseconds. */
export const ANSWER_LIMIT_MS = 30_000;
/** Maximum size of an answer. */
export const MAX_ANSWER_BYTES = 1_048_576;
/** More than one user or client address needs even after a restart, and a wait of seconds at most. */
export const CALL_LIMITS: CallLimits = { atOnce: 64, waiting: 2_048, waitingPerFlow: 512 };

export interface WebhookServiceOptions {
  readonly configuration: ClientConfiguration<HeaderCredentials>;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Aborts calls in flight and closes connections. */
  readonly ended: AbortSignal;
  /** Timeout of a call, retries included. Unit: milliseconds. Default {@link ANSWER_LIMIT_MS}. */
  readonly timeoutMs?: number | undefined;
  /** Pause before the first retry. Unit: milliseconds. Default: that of {@link retryPauseMs}. */
  readonly firstRetryMs?: number | undefined;
}

/** A service that answers reviews over HTTP. Reviews have no side effects, so calls may be retried. */
export class WebhookService {
  private readonly connections: Dispatcher;
  private readonly authorization: Authorization;
  private readonly turns = new CallTurns(CALL_LIMITS);
  private failing = false;

  constructor(private readonly options: WebhookServiceOptions) {
    const { configuration, clock, ended, timeoutMs = ANSWER_LIMIT_MS } = options;
    this.connections = connectionsTo(configuration, {
      connections: CALL_LIMITS.atOnce,
      connectMs: timeoutMs,
      lookup: hostLookups.of(),
    });
    this.authorization = new Authorization(configuration.credentials, clock);
    ended.addEventListener('abort', () => void this.connections.destroy(), { once: true });
  }

  /**
   * POSTs a review (B-081) and reads the answer. Retries transient failures with backoff (D-062).
   * @param flow of the caller: flows share the concurrent and the queued calls fairly.
   * @throws WebhookBusy when too many calls are queued; WebhookError.
   */
  async review(review: Review, flow: Flow): Promise<ReviewAnswer> {
    try {
      const answer = readAnswer(await this.inTurn(flow, JSON.stringify(review)), review, this.url);
      this.report();
      return answer;
    } catch (error) {
      if (error instanceof WebhookBusy) throw error;
      const failure =
        error instanceof WebhookError ? error : new WebhookError(`${this.url} cannot be called`, { cause: error });
      this.report(failure);
      throw failure;
    }
  }

  private get url(): string {
    const { server, pathPrefix = '/' } = this.options.configuration;
    return server + pathPrefix;
  }

  /** The timeout includes the time in the queue. */
  private inTurn(flow: Flow, body: string): Promise<string> {
    const { clock, timeoutMs = ANSWER_LIMIT_MS } = this.options;
    const endsAt = clock.now() + timeoutMs;
    const late = () => new WebhookTimeout(`${this.url}: no answer within ${timeoutMs / 1000} s`);
    return withDeadline(clock, timeoutMs, late, async (signal) => {
      const turn = this.turns.enter(flow, signal);
      if (!turn) throw new WebhookBusy(`${this.url}: too many calls wait`);
      const leave = await turn;
      try {
        return await this.post(body, endsAt, signal);
      } finally {
        leave();
      }
    });
  }

  private async post(body: string, endsAt: number, signal: AbortSignal): Promise<string> {
    const { clock, random, firstRetryMs } = this.options;
    for (let tries = 1; ; tries++) {
      const got = await this.attempt(body, signal);
      if (typeof got === 'string') return got;
      const pauseMs = Math.max(retryPauseMs(tries, random, firstRetryMs), got.retryAfterMs ?? 0);
      if (!got.retry || tries === RETRY_TRIES || clock.now() + pauseMs >= endsAt) throw got.error;
      await sleep(clock, pauseMs, signal);
    }
  }

  private async attempt(body: string, signal: AbortSignal): Promise<string | FailedAttempt> {
    const { server, pathPrefix = '/' } = this.options.configuration;
    try {
      const authorization = await this.authorization.header();
      const answer = await this.connections.request({
        origin: server,
        path: pathPrefix,
        method: 'POST',
        headers: {
          'user-agent': this.options.userAgent,
          'content-type': 'application/json',
          accept: 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        body,
        signal,
      });
      if (answer.statusCode >= 200 && answer.statusCode < 300) return await this.textOf(answer.body);
      await answer.body.dump();
      if (answer.statusCode === 401) this.authorization.refused();
      return failedAnswer(this.url, answer);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof WebhookError) throw error;
      const { code, message } = connectionFailure(error, this.url);
      return { error: new WebhookError(message, { cause: error }), retry: code === 'Interrupted' };
    }
  }

  private async textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > MAX_ANSWER_BYTES)
        throw new WebhookError(`${this.url}: the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Logs the beginning and the end of an outage, not every failed call. */
  private report(failure?: WebhookError): void {
    if (this.failing === (failure !== undefined) || this.options.ended.aborted) return;
    this.failing = failure !== undefined;
    if (failure) this.options.log.warn('a webhook gives no valid answer', { url: this.url, error: failure.message });
    else this.options.log.info('a webhook answers again', { url: this.url });
  }
}
