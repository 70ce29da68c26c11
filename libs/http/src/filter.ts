import type { ServerRequest } from './request/server-request.js';

/**
 * One step of a request, and all steps behind it. Answers at once where it can: a promise costs a turn of the event loop.
 * Throws (or rejects with) what the shield at the top answers.
 */
export type Step = (request: ServerRequest) => void | Promise<void>;

/** Puts a step before another. Called once per filter when the server starts, so a request allocates no closures. */
export type Filter = (next: Step) => Step;

/** Builds the chain: the first filter of the list sees the request first. */
export const chainFilters = (filters: readonly Filter[], last: Step): Step =>
  filters.reduceRight((next, filter) => filter(next), last);
