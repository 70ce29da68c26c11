import { writeError, type Filter } from '@orch/http';
import type { Logger } from '@orch/process';

/** Turns whatever is thrown below into one answer. Nothing a request does ends the process. */
export const recover =
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
