import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventLoopWatchdog, Logger } from '@orch/process';
import {
  chainFilters,
  type Filter,
  AuditIds,
  type LargeYamlDecoder,
  type RequestHandler,
  ServerRequest,
  abortResponse,
} from '@orch/http';

/** Takes one request of the listener. Never throws: every failure is answered by the chain, or ends its connection. */
export type RequestPipeline = (raw: IncomingMessage, reply: ServerResponse) => void;

export interface PipelineOptions {
  readonly maxRequestBodyBytes: number;
  readonly log: Logger;
  readonly yamlDecoder: LargeYamlDecoder;
  /** Undefined where turns are not measured. */
  readonly watchdog?: EventLoopWatchdog | undefined;
}

/** The way of a request: all filters in order, then the handler. */
export function requestPipeline(
  filters: readonly Filter[],
  handler: RequestHandler,
  { maxRequestBodyBytes, log, yamlDecoder, watchdog }: PipelineOptions,
): RequestPipeline {
  const auditIds = new AuditIds();
  const first = chainFilters(filters, handler);
  return (raw, reply) => {
    // A connection that breaks in the middle emits an error here and there; without a listener it would end the process.
    reply.on('error', ignoreBrokenConnection);
    if (raw.httpVersionMajor === 2) raw.on('error', ignoreBrokenConnection);
    // The error handler at the top of the chain answers whatever goes wrong. What is left are faults of its own.
    const failed = (error: unknown): void => {
      log.error('an error response could not be sent', { error });
      abortResponse(reply);
    };
    try {
      const request = new ServerRequest(
        raw,
        reply,
        auditIds.idFor(raw.headers),
        maxRequestBodyBytes,
        yamlDecoder,
        watchdog,
      );
      watchdog?.begin(request, request.startedMs);
      const answered = first(request);
      if (answered instanceof Promise) answered.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

/** The client is gone: `close` follows, and ends what was under way. */
const ignoreBrokenConnection = (): void => undefined;
