import type { ServerRequest } from './request/server-request.js';

/**
 * One step of a request, including all following steps. Synchronous where possible: a promise costs a turn of the event
 * loop. Errors are answered by the recover filter.
 */
export type Step = (request: ServerRequest) => void | Promise<void>;

/** Wraps the next step. Called once per filter at the start of the server, so a request allocates no closures. */
export type Filter = (next: Step) => Step;

/** Builds the chain: the first filter of the list is the outermost. */
export const chainFilters = (filters: readonly Filter[], last: Step): Step =>
  filters.reduceRight((next, filter) => filter(next), last);
