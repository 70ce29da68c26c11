import { IncomingMessage, type RequestListener } from 'node:http';
import { requestRefuser } from './refuse-request.js';

export const UNSUPPORTED_VERSION = {
  code: 505,
  reason: 'BadRequest',
  message: 'unsupported protocol version: send HTTP/1.1',
} as const;

/**
 * Whether a request of an HTTP/1 connection claims another major version. Node's parser accepts `HTTP/2.0` and `HTTP/0.9` there; as the version says what a
 * request is everywhere else, such a one would be handled as one of HTTP/2, without its limits.
 */
export const claimsOtherVersion = (raw: IncomingMessage): boolean =>
  raw.httpVersionMajor !== 1 && raw instanceof IncomingMessage; // those of HTTP/2 are not

/** Answers requests that claim another version than that of their connection with 505, and closes their connection. */
export function refuseHttpVersion(listener: RequestListener): RequestListener {
  const refuse = requestRefuser(UNSUPPORTED_VERSION);
  return (raw, reply) => (claimsOtherVersion(raw) ? refuse(raw, reply) : listener(raw, reply));
}
