/** Oldest release 1.x that a server can emulate. */
export const OLDEST_MINOR = 21;
/** Newest release 1.x with known kinds, fields and gates. */
export const NEWEST_MINOR = 37;

/** Minor numbers of all releases that a server can emulate, ascending. */
export const EMULATED_MINORS: readonly number[] = Array.from(
  { length: NEWEST_MINOR - OLDEST_MINOR + 1 },
  (_, index) => OLDEST_MINOR + index,
);
