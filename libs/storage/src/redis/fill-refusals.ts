import { notEmptyStore, unfinishedStore } from '../fill-error.js';

/** Why a store is not filled. */
export const notEmpty = (base: string): Error => notEmptyStore(placeOf(base));

/** The error of whoever opens a store that was never filled to its end. */
export const unfinished = (base: string): Error =>
  unfinishedStore(
    placeOf(base),
    `Remove its keys (redis-cli --scan --pattern '${base}:*' | xargs -d '\\n' redis-cli UNLINK)`,
  );

const placeOf = (base: string): string => `the store ${base} in Redis`;
