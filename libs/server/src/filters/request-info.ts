import { ApiError } from '@orch/apimachinery';
import { resolveRequestInfo } from '../request/request-info.js';
import type { Filter } from './filter.js';

/** Sets `info`. Answers 400 when the path cannot be read, and to a request of HTTP/1.1 that names no host. */
export const requestInfo = (): Filter => (next) => (request) => {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw ApiError.badRequest('the request has no Host header, which HTTP/1.1 asks for');
  }
  request.info = resolveRequestInfo(request.method, request.url, () => request.query);
  return next(request);
};
