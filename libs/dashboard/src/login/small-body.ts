import type { IncomingMessage } from 'node:http';
import { ApiError } from '@orch/apimachinery';

/** A code, a verifier and an address. Unit: bytes. */
const MAX_BYTES = 16 * 1_024;

/**
 * Reads a body whose length must be declared.
 * @throws ApiError RequestEntityTooLarge, BadRequest.
 */
export async function readBounded(raw: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const declared = Number(raw.headers['content-length'] ?? NaN);
  if (!(declared >= 0)) throw ApiError.badRequest('the request needs a body of declared length');
  if (declared > maxBytes) throw ApiError.tooLarge(`the body may have at most ${maxBytes} bytes`);
  if (declared === 0) return Buffer.alloc(0); // the API server ends such a request without events, for which an iterator would wait
  try {
    return await collected(raw, declared);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw ApiError.badRequest('the request body was cut off', error); // the client has left: not a fault of the server, so it is not logged
  }
}

/** Copied: a chunk of one byte may be a part of a buffer of 16 KiB of frames, which it would keep in memory. */
async function collected(chunks: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  let body = Buffer.alloc(0);
  let used = 0;
  for await (const chunk of chunks) {
    const length = used + chunk.length;
    if (length > mostBytes) throw ApiError.badRequest('the body is longer than declared');
    if (length > body.length) {
      const grown = Buffer.allocUnsafe(Math.min(2 * length, mostBytes));
      body.copy(grown, 0, 0, used);
      body = grown;
    }
    used += chunk.copy(body, used);
  }
  return body.subarray(0, used);
}

/**
 * Reads the small JSON object of a request that no user has to be known for: its length must be declared.
 * @throws ApiError RequestEntityTooLarge, BadRequest.
 */
export async function readSmallObject(raw: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readBounded(raw, MAX_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw ApiError.badRequest('the body is not JSON'); // without its text, which may be a secret
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw ApiError.badRequest('the body must be a JSON object');
  return value as Record<string, unknown>;
}

/** @throws ApiError BadRequest unless the field is a text of 1 to `max` characters. */
export function textField(value: Readonly<Record<string, unknown>>, name: string, max = 4_096): string {
  const field = Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof field === 'string' && field !== '' && field.length <= max) return field;
  throw ApiError.badRequest(`${name} must be a text of 1 to ${max} characters`);
}
