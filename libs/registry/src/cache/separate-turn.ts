import { setImmediate as nextTurn } from 'node:timers/promises';

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop in which no other list runs and no other index is built. */
export const separateTurn = (): Promise<void> => (lastTurn = lastTurn.then(() => nextTurn()));
