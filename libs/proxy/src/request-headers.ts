import type { IncomingMessage } from 'node:http';
import { isUpgradeRequest, offeredProtocols, PROTOCOLS_HEADER, hasBody } from '@orch/http';
import type { IsCredential } from './credential-headers.js';
import { endToEndHeaders, type Headers } from './end-to-end-headers.js';
import type { ProxiedPath } from './proxied-path.js';

/**
 * Headers of the request to the backend (decision 016).
 * @param isCredential selects headers to remove, so that no backend can impersonate the user.
 */
export function requestHeaders(
  raw: IncomingMessage,
  { prefix, path }: ProxiedPath,
  isCredential: IsCredential,
): Headers {
  const headers = endToEndHeaders(raw.rawHeaders);
  for (const name of [...headers.keys()]) if (isCredential(name)) headers.delete(name);
  const protocols = headers.get(PROTOCOLS_HEADER);
  if (protocols) {
    // A bearer token among them is for this server only, even when another credential authenticated the request.
    const { others } = offeredProtocols(protocols.join(','));
    if (others.length > 0) headers.set(PROTOCOLS_HEADER, [others.join(', ')]);
    else headers.delete(PROTOCOLS_HEADER);
  }
  headers.delete('expect'); // answered here
  const authority = raw.headers[':authority'];
  if (typeof authority === 'string') headers.set('host', [authority]);
  const { remoteAddress } = raw.socket;
  if (remoteAddress !== undefined) {
    headers.set('x-forwarded-for', [[...(headers.get('x-forwarded-for') ?? []), remoteAddress].join(', ')]);
  }
  headers.set('x-forwarded-uri', [prefix + path]);
  if (isUpgradeRequest(raw)) {
    headers.set('connection', ['Upgrade']);
    headers.set('upgrade', [raw.headers.upgrade!]);
  } else if (hasBody(raw) && !headers.has('content-length')) headers.set('transfer-encoding', ['chunked']);
  return headers;
}
