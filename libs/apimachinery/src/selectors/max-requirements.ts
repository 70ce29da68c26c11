/**
 * Maximum requirements of one selector from a client. Each is evaluated for each object of a list: a thousand of them for a thousand
 * objects take 20 ms of CPU time.
 */
export const MAX_REQUIREMENTS = 1_000;
