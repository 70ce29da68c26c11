import { isUtf8 } from 'node:buffer';
import { ApiError } from '../status/api-error.js';

/** A body as text. @throws ApiError BadRequest when it is empty or not UTF-8. */
export function bodyText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw ApiError.badRequest('the body of the request is empty: send an object');
  if (!isUtf8(bytes)) throw ApiError.badRequest('the body of the request is not valid UTF-8');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
