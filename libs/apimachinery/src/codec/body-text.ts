import { isUtf8 } from 'node:buffer';
import { ApiError } from '../status/api-error.js';

/** A body as text. @throws ApiError BadRequest when it is not UTF-8. */
export function bodyText(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw ApiError.badRequest('the body of the request is not valid UTF-8');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
