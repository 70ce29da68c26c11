import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, isOwnOrigin } from '@orch/apimachinery';
import { mediaTypeOf, offeredProtocols, PROTOCOLS_HEADER, type Filter } from '@orch/http';

/** What a page may send to another site without asking that first (the "simple requests" of browsers): these, and a body without any type. */
const SIMPLE_TYPES: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

/**
 * Answers 403 to what a page of another site made a browser send with the client certificate that the browser adds: a POST that it sends without
 * asking first (all other writes it announces, which is never allowed here), and the opening of a WebSocket, whose answers such a page could
 * read. With a token, which the page must know itself, a WebSocket is opened.
 */
export const refuseOtherSites = (): Filter => (next) => (request) => {
  const { method, headers } = request;
  if (method === 'POST' ? isSimple(headers) : opensWebSocket(headers)) {
    if (isFromOtherSite(headers)) throw new ApiError('Forbidden', 'a page of another site may send nothing here');
  }
  return next(request);
};

function isSimple(headers: IncomingHttpHeaders): boolean {
  const type = mediaTypeOf(headers['content-type']);
  return type === undefined || SIMPLE_TYPES.has(type);
}

const opensWebSocket = (headers: IncomingHttpHeaders): boolean =>
  headers.upgrade !== undefined &&
  headers.authorization === undefined &&
  offeredProtocols(String(headers[PROTOCOLS_HEADER] ?? '')).tokens.length === 0;

/** As browsers say in `Sec-Fetch-Site`, older ones in `Origin`; programs send neither. Another port of the host is another site. */
function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'; // `none`: the user, without a page
  const { origin } = headers;
  return origin !== undefined && !isOwnOrigin(origin, headers);
}
