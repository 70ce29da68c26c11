import { writeError } from '../http/write-error.js';
import type { Logger } from '@orch/process';
import type { Filter } from './filter.js';

/** Turns whatever is thrown below into one answer. Nothing a request does ends the process. */
export const shield =
  (log: Logger): Filter =>
  (next) =>
  (request) => {
    try {
      const result = next(request);
      if (result instanceof Promise) return result.catch((error: unknown) => writeError(request, error, log));
    } catch (error) {
      writeError(request, error, log);
    }
  };
