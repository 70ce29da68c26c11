/**
 * The first revision of an epoch follows from the time at which it begins: the milliseconds since 2020 times 64. No store on Redis makes
 * 64,000 changes a second for long, so an epoch begins above all revisions of every earlier one, also of those that were lost and left no
 * trace in the store (decision 052). Revisions stay below 2^48, the most that the embedded store holds, until the year 2159; a clock beyond
 * 2150 counts as 2150.
 */
export const REVISIONS_PER_MS = 64;
export const EPOCH_BASE_MS = Date.UTC(2020, 0);
export const LATEST_EPOCH_MS = Date.UTC(2150, 0);

/**
 * Where the clock was set back, an epoch begins this far above all revisions that are known, and a random distance of at most 2^34 more:
 * two epochs that go on from one revision, of which one is lost, must not overlap.
 */
export const EPOCH_JUMP = 16_777_216;
