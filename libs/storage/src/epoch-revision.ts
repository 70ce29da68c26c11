/**
 * The first revision of an epoch is computed from its start time: milliseconds since 2020 times 64. No store on Redis sustains
 * 64,000 changes a second, so an epoch starts above all revisions of every earlier one, including lost ones that left no
 * trace in the store (decision 052). Revisions stay below 2^48, the maximum of the embedded store, until the year 2159; a clock beyond
 * 2150 counts as 2150.
 */
export const REVISIONS_PER_MS = 64;
export const EPOCH_BASE_MS = Date.UTC(2020, 0);
export const LATEST_EPOCH_MS = Date.UTC(2150, 0);

/**
 * Where the clock was set back, an epoch starts this far above the highest known revision, plus a random distance of at most 2^34:
 * two epochs that continue from the same revision, of which one is lost, must not overlap.
 */
export const EPOCH_JUMP = 16_777_216;
