import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Headers } from './end-to-end-headers.js';

/**
 * Fields of a response that have one value (RFC 9110, section 5.3). HTTP/2 responses of Node reject several values; the first one is
 * used.
 */
const SINGLE_VALUED: ReadonlySet<string> = new Set([
  'access-control-max-age',
  'age',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-md5',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'tk',
  'x-content-type-options',
]);

/** Request fields, for which Node accepts only one value in responses too. They have no meaning in a response. */
const OF_REQUESTS: ReadonlySet<string> = new Set([
  'access-control-request-method',
  'authorization',
  'dnt',
  'from',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'max-forwards',
  'range',
  'referer',
  'upgrade-insecure-requests',
  'user-agent',
]);

/** Sets the headers of a proxied response, except those that Node rejects. */
export function setAcceptedHeaders(reply: ServerResponse, headers: Headers): void {
  for (const [name, values] of headers) {
    const accepted = values.filter((value) => isValid(name, value));
    if (accepted.length === 0) continue;
    const single = SINGLE_VALUED.has(name) || OF_REQUESTS.has(name);
    reply.setHeader(name, single ? accepted[0]! : accepted);
  }
}

/** Checked here, since HTTP/2 responses accept any text and then close their stream. */
function isValid(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false; // ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR
  }
}
