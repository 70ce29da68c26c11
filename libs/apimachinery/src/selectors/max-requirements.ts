/**
 * Requirements of one selector that a client sends. Each is asked of each object of a list: a thousand of them for a thousand objects
 * take 20 ms of CPU time.
 */
export const MAX_REQUIREMENTS = 1_000;
