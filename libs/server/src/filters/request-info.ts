import { resolveRequestInfo } from '../request/request-info.js';
import type { Filter } from './filter.js';

/** Sets `info`. Answers 400 when the path cannot be read. */
export const requestInfo = (): Filter => (next) => (request) => {
  request.info = resolveRequestInfo(request.method, request.url, () => request.query);
  return next(request);
};
