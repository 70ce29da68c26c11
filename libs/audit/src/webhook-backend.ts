import { type Clock, type Random, sleep, withDeadline } from '@orch/apimachinery';
import {
  Authorization,
  type ClientConfiguration,
  connectionFailure,
  connectionsTo,
  type HeaderCredentials,
} from '@orch/client';
import { hostLookups } from '@orch/connections';
import { atOnceOrInTurns, type Flow, OWN_FLOW } from '@orch/http';
import { RETRY_TRIES, retryPauseMs, WebhookError } from '@orch/webhook';
import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import { eventJson } from './event-line.js';

/** Timeout of a complete call: a collector that sends its response slowly delays all other events. Unit: milliseconds. */
const ANSWER_LIMIT_MS = 30_000;

export interface WebhookBackendOptions {
  readonly configuration: ClientConfiguration<HeaderCredentials>;
  /** API group of the EventList. */
  readonly group: string;
  readonly userAgent: string;
  /** Whether failed calls are retried, whatever the failure. Not in modes where requests wait for them. */
  readonly retry: boolean;
  /** Pause before the first retry. */
  readonly initialBackoffMs: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts calls and pauses. */
  readonly ended: AbortSignal;
}

/** POSTs an EventList to a collector (D-197). */
export function webhookBackend(options: WebhookBackendOptions): AuditBackend {
  const { configuration, group, clock, random, ended } = options;
  const { server, pathPrefix = '/' } = configuration;
  const url = server + pathPrefix;
  const connections = connectionsTo(configuration, { connections: 1, lookup: hostLookups.of() });
  const authorization = new Authorization(configuration.credentials, clock);
  const apiVersion = `${group}/v1`;

  const post = async (body: Buffer, signal: AbortSignal): Promise<WebhookError | undefined> => {
    try {
      const header = await authorization.header();
      const answer = await connections.request({
        origin: server,
        path: pathPrefix,
        method: 'POST',
        headers: {
          'user-agent': options.userAgent,
          'content-type': 'application/json',
          ...(header === undefined ? {} : { authorization: header }),
        },
        body,
        signal,
      });
      await answer.body.dump();
      const { statusCode } = answer;
      if (statusCode >= 200 && statusCode < 300) return undefined;
      if (statusCode === 401) authorization.refused();
      return new WebhookError(`${url} answered ${statusCode}`);
    } catch (error) {
      const { message } = connectionFailure(error, url);
      return new WebhookError(message, { cause: error });
    }
  };

  return {
    name: 'webhook',
    write: async (items) => {
      if (ended.aborted) throw new WebhookError(`${url} is not called: the server stops`); // before megabytes are encoded for nothing
      const head = JSON.stringify({ kind: 'EventList', apiVersion, metadata: {} });
      const body = await atOnceOrInTurns(listOf(head, items), () => ({ flow: FLOW }));
      for (let tries = 1; ; tries++) {
        const failed = await withDeadline(clock, ANSWER_LIMIT_MS, noAnswer, (signal) =>
          post(body, AbortSignal.any([ended, signal])),
        );
        if (!failed) return;
        if (!options.retry || tries === RETRY_TRIES || ended.aborted) throw failed;
        await sleep(clock, retryPauseMs(tries, random, options.initialBackoffMs), ended).catch(() => undefined);
      }
    },
    close: () => connections.close(),
  };
}

/** Takes turns with users: any of them can cause batches of megabytes, which do not go before the work of others. */
const FLOW: Flow = { ...OWN_FLOW, exempt: false };

/** Events that are encoded in one step have at least this much JSON. Unit: bytes. */
const STEP_BYTES = 128 * 1_024;

/** The JSON of a list with its items, in steps: names and texts of clients may have characters that take six times as much in JSON. */
function* listOf(head: string, items: readonly AuditEvent[]): Generator<undefined, Buffer> {
  const parts: Buffer[] = [Buffer.from(`${head.slice(0, -1)},"items":[`)];
  let inStep = 0;
  for (const [index, event] of items.entries()) {
    const part = Buffer.from(index === 0 ? eventJson(event) : `,${eventJson(event)}`);
    parts.push(part);
    inStep += part.length;
    if (inStep < STEP_BYTES) continue;
    inStep = 0;
    yield;
  }
  parts.push(Buffer.from(']}'));
  return Buffer.concat(parts);
}

const noAnswer = () => new Error(`no answer within ${ANSWER_LIMIT_MS} ms`);
