import { setFlagsFromString } from 'node:v8';

/**
 * The collector goes through the old generation whenever that and the memory it keeps alive have grown by so much. V8 would wait for
 * about a doubling: with values outside its heap, some 75 MB of dead ones at any time.
 */
const GROWTH_PERCENT = 25;
/** V8 finds out by itself. */
const AS_V8_LIKES = 0;

/**
 * Whether dead values are given back soon, for a part of the processor's time under load. Read by V8 each time it decides, so it may be
 * set while it runs (decision 028).
 */
export const collectOften = (often: boolean): void =>
  setFlagsFromString(`--heap-growing-percent=${often ? GROWTH_PERCENT : AS_V8_LIKES}`);
