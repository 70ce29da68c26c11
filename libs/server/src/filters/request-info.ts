import { ApiError } from '@orch/apimachinery';
import { isRepeated, resolveRequestInfo, type ServerRequest, type Filter } from '@orch/http';

/**
 * Sets `info`. Answers 400 when the path cannot be parsed, and to an HTTP/1 request that proxies may read differently
 * (request smuggling).
 */
export const requestInfo = (): Filter => (next) => (request) => {
  if (request.raw.httpVersionMajor === 1) checkMessage(request);
  request.info = resolveRequestInfo(request.method, request.url, () => request.query);
  return next(request);
};

/**
 * Rejects what Node's parser accepts but proxies read in several ways (RFC 9112, sections 3.2 and 6.1).
 * @throws ApiError BadRequest.
 */
function checkMessage({ headers, raw }: ServerRequest): void {
  if (headers.host === undefined) {
    if (raw.httpVersion === '1.1') {
      throw ApiError.badRequest('the request has no Host header, which HTTP/1.1 requires');
    }
  } else if (isRepeated(raw.rawHeaders, 'host')) throw ApiError.badRequest('the request has several Host headers');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw ApiError.badRequest(`unsupported transfer encoding: ${JSON.stringify(coding)}`);
  }
}
