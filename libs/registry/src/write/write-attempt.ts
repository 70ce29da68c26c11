import { ApiError } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import type { Undo } from '../admission/admission.js';
import { isAnswerFailure } from './answer-failure.js';

/** Registers a callback that releases an allocation of this attempt (an address, an amount of a quota). Called once, last registered first, when the attempt is not stored. */
export type OnFailure = (undo: Undo) => void;

/** Runs one attempt of a write. @throws what `write` throws, after all allocations were released unless the write is stored. */
export function attempt<T>(write: (onFailure: OnFailure) => T | Promise<T>): T | Promise<T> {
  let taken: Undo[] | undefined;
  const giveBack = (error: unknown): never | Promise<never> => {
    if (isAnswerFailure(error)) throw error;
    const outcome = isUnknown(error) ? 'Unknown' : 'NotStored';
    const given = (taken ?? []).reverse().map((undo) => undo(outcome));
    const pending = given.filter((promise) => promise !== undefined);
    if (pending.length === 0) throw error;
    return Promise.all(pending).then(() => Promise.reject(error as Error));
  };
  try {
    const result = write((undo) => (taken ??= []).push(undo));
    return result instanceof Promise ? result.catch(giveBack) : result;
  } catch (error) {
    return giveBack(error);
  }
}

/** Whether the store did not report the outcome. */
function isUnknown(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  return cause instanceof StorageError && (cause.code === 'Unavailable' || cause.code === 'Lost');
}
