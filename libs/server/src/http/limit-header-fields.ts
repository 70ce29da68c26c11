import type { IncomingMessage, RequestListener } from 'node:http';
import { requestRefuser } from './refuse-request.js';

/**
 * Header fields of a request; a user in many groups is impersonated with one each. Ten thousand short ones fit in the limit
 * of bytes, take ten times as much memory, and ten milliseconds to read before anyone is authenticated.
 */
export const MAX_HEADER_FIELDS = 512;

export const TOO_MANY_FIELDS = {
  code: 431,
  reason: 'RequestEntityTooLarge',
  message: `the request has too many headers: send at most ${MAX_HEADER_FIELDS}`,
} as const;

export const hasTooManyFields = ({ rawHeaders }: IncomingMessage): boolean => rawHeaders.length > 2 * MAX_HEADER_FIELDS;

/**
 * Answers requests with too many header fields with 431 and closes their connection. Node would drop the last fields.
 */
export function limitHeaderFields(listener: RequestListener): RequestListener {
  const refuse = requestRefuser(TOO_MANY_FIELDS);
  return (raw, reply) => (hasTooManyFields(raw) ? refuse(raw, reply) : listener(raw, reply));
}
