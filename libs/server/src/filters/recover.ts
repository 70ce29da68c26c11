import { writeError, type Filter } from '@orch/http';
import type { Logger } from '@orch/process';

/** Turns any error thrown below into one answer. No request can end the process. */
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
