import { ApiError } from '@orch/apimachinery';
import { isRepeated, resolveRequestInfo, type ServerRequest, type Filter } from '@orch/http';

/** Sets `info`. Answers 400 when the path cannot be read, and to a request of HTTP/1 that another reader could understand otherwise. */
export const requestInfo = (): Filter => (next) => (request) => {
  if (request.raw.httpVersionMajor === 1) checkMessage(request);
  request.info = resolveRequestInfo(request.method, request.url, () => request.query);
  return next(request);
};

/**
 * What Node's parser takes and proxies read in several ways (RFC 9112, sections 3.2 and 6.1).
 * @throws ApiError BadRequest.
 */
function checkMessage({ headers, raw }: ServerRequest): void {
  if (headers.host === undefined) {
    if (raw.httpVersion === '1.1') {
      throw ApiError.badRequest('the request has no Host header, which HTTP/1.1 asks for');
    }
  } else if (isRepeated(raw.rawHeaders, 'host')) throw ApiError.badRequest('the request has several Host headers');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw ApiError.badRequest(`unsupported transfer encoding: ${JSON.stringify(coding)}`);
  }
}
