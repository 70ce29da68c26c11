import type { IncomingMessage, ServerResponse } from 'node:http';
import { chainFilters, type Filter } from '../filters/filter.js';
import { AuditIds } from '../request/audit-id.js';
import type { RequestHandler } from '../request/request-context.js';
import { ServerRequest } from '../request/server-request.js';

/** Takes one request of the listener. Never throws: every failure is answered by the chain. */
export type RequestPipeline = (raw: IncomingMessage, reply: ServerResponse) => void;

/** The way of a request: all filters in order, then the handler. */
export function requestPipeline(
  filters: readonly Filter[],
  handler: RequestHandler,
  options: { readonly maxRequestBodyBytes: number },
): RequestPipeline {
  const auditIds = new AuditIds();
  const first = chainFilters(filters, handler);
  return (raw, reply) => {
    // A connection that breaks in the middle emits an error here and there; without a listener it would end the process.
    reply.on('error', ignoreBrokenConnection);
    if (raw.httpVersionMajor === 2) raw.on('error', ignoreBrokenConnection);
    const request = new ServerRequest(raw, reply, auditIds.idFor(raw.headers), options.maxRequestBodyBytes);
    // The shield answers all that goes wrong, so there is nothing left to wait for.
    void first(request);
  };
}

/** Nobody is left to be told: `close` follows, and ends what was under way. */
const ignoreBrokenConnection = (): void => undefined;
