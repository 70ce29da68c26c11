import { writeError, type Filter } from '@orch/http';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';

/** Turns any error thrown below into one answer. No request can end the process. */
export const recover =
  (log: Logger, { mediaTypes: { offersCbor = false } }: Vocabulary): Filter =>
  (next) =>
  (request) => {
    try {
      const result = next(request);
      if (result instanceof Promise)
        return result.catch((error: unknown) => writeError(request, error, log, offersCbor));
    } catch (error) {
      writeError(request, error, log, offersCbor);
    }
  };
