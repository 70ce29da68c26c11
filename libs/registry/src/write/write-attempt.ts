import type { WriteRequest } from './write-request.js';

/** One try of a write. What is taken for it beside the object (an address, a share of a quota) is given back when nothing is stored. */
export interface WriteAttempt extends WriteRequest {
  /** `undo` is called once, when this attempt is not stored after all. Whoever took last gives back first. */
  readonly onFailure: (undo: () => void) => void;
}

/** Runs one attempt. @throws what `write` throws, after everything taken was given back. */
export function attempt<T>(request: WriteRequest, write: (attempt: WriteAttempt) => T | Promise<T>): T | Promise<T> {
  let taken: (() => void)[] | undefined;
  const giveBack = (error: unknown): never => {
    for (const undo of taken?.reverse() ?? []) undo();
    throw error;
  };
  try {
    const result = write({ ...request, onFailure: (undo) => (taken ??= []).push(undo) });
    return result instanceof Promise ? result.catch(giveBack) : result;
  } catch (error) {
    return giveBack(error);
  }
}
