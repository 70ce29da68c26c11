import { ApiError } from '@orch/apimachinery';
import { StorageError } from '@orch/storage';
import type { Undo } from '../admission/admission.js';
import type { WriteRequest } from './write-request.js';

/** One try of a write. What is taken for it beside the object (an address, a share of a quota) is given back when nothing is stored. */
export interface WriteAttempt extends WriteRequest {
  /** `undo` is called once, when this attempt is not stored after all. Whoever took last gives back first. */
  readonly onFailure: (undo: Undo) => void;
}

/** Runs one attempt. @throws what `write` throws, after everything taken was given back. */
export function attempt<T>(request: WriteRequest, write: (attempt: WriteAttempt) => T | Promise<T>): T | Promise<T> {
  let taken: Undo[] | undefined;
  const giveBack = (error: unknown): never | Promise<never> => {
    const outcome = isUnknown(error) ? 'Unknown' : 'NotStored';
    const given = (taken ?? []).reverse().map((undo) => undo(outcome));
    const pending = given.filter((promise) => promise !== undefined);
    if (pending.length === 0) throw error;
    return Promise.all(pending).then(() => Promise.reject(error as Error));
  };
  try {
    const result = write({ ...request, onFailure: (undo) => (taken ??= []).push(undo) });
    return result instanceof Promise ? result.catch(giveBack) : result;
  } catch (error) {
    return giveBack(error);
  }
}

/** The store did not say whether it has it. */
function isUnknown(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error;
  return cause instanceof StorageError && (cause.code === 'Unavailable' || cause.code === 'Lost');
}
