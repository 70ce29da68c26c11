import type { RequestContext } from './request-context.js';

/** Adds time that a request spent outside of this server: in webhooks, or in a queue. Unit: milliseconds. */
export const excludeTime =
  (context: Pick<RequestContext, 'excludedMs'>) =>
  (ms: number): void => {
    context.excludedMs = (context.excludedMs ?? 0) + ms;
  };
