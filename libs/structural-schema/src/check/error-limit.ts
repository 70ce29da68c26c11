/** Errors of a schema after which no further parts of it are checked. A definition can have 100,000 fields. */
export const MAX_ERRORS = 200;
