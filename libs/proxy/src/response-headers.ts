import type { IncomingMessage } from 'node:http';
import { type AnsweredRequest, commonHeaders } from '@orch/http';
import { endToEndHeaders, type Headers } from './end-to-end-headers.js';
import { keepApart } from './keep-apart.js';
import { rewriteLocation, type ProxyOrigin } from './rewrite-location.js';

/** CORS headers: only this server may allow other origins, not a backend. */
const CROSS_ORIGIN: readonly string[] = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
];

/** Headers of the response to the client: those of the backend and those of every response (C-093). */
export function responseHeaders(
  response: IncomingMessage,
  request: AnsweredRequest & { readonly raw: Pick<IncomingMessage, 'headers'> },
  origin: ProxyOrigin,
): Headers {
  const headers = endToEndHeaders(response.rawHeaders);
  for (const name of CROSS_ORIGIN) headers.delete(name);
  keepApart(headers, request.raw.headers);
  const location = headers.get('location')?.[0];
  if (location !== undefined) headers.set('location', [rewriteLocation(location, origin)]);
  const common = commonHeaders(request);
  headers.set('audit-id', [request.auditId]);
  if (!headers.has('cache-control')) headers.set('cache-control', [String(common['Cache-Control'])]);
  if (common.Warning !== undefined) {
    headers.set('warning', [...(headers.get('warning') ?? []), ...[common.Warning].flat().map(String)]);
  }
  return headers;
}
