import { setFlagsFromString } from 'node:v8';

/**
 * Growth of the old generation and its external memory that starts a major collection. By default V8 waits until they about
 * double: with values outside its heap, some 75 MB of dead values at any time.
 */
const GROWTH_PERCENT = 25;
/** V8's own heuristic. */
const V8_DEFAULT = 0;

/**
 * Whether dead values are collected soon, at the cost of CPU time under load. V8 reads the flag at each decision, so it may be
 * set at run time (decision 028).
 */
export const collectOften = (often: boolean): void =>
  setFlagsFromString(`--heap-growing-percent=${often ? GROWTH_PERCENT : V8_DEFAULT}`);
