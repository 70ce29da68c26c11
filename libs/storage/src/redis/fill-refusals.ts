import { notEmptyStore, unfinishedStore } from '../fill-error.js';

/** The error of filling a used store. */
export const notEmpty = (base: string): Error => notEmptyStore(placeOf(base));

/** The error of opening an incompletely filled store. */
export const unfinished = (base: string): Error =>
  unfinishedStore(
    placeOf(base),
    `Remove its keys (redis-cli --scan --pattern '${base}:*' | xargs -d '\\n' redis-cli UNLINK)`,
  );

const placeOf = (base: string): string => `the store ${base} in Redis`;
