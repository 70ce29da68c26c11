import { ApiError } from '@orch/apimachinery';

/**
 * Most bytes of a stored object, as JSON: more than a body of the default limit becomes with the owners of its fields. Patches and
 * applies of other field managers add to an object, so the limit of a body does not bound it.
 */
export const MAX_STORED_BYTES = 8 * 1_024 * 1_024;

/**
 * @param bytes size of the object as it would be stored.
 * @param currentBytes size of the current object: one that is larger than the limit already may be written as long as it does not grow.
 * @throws ApiError RequestEntityTooLarge.
 */
export function assertStorable(bytes: number, currentBytes = 0): void {
  if (bytes <= Math.max(MAX_STORED_BYTES, currentBytes)) return;
  throw ApiError.tooLarge(
    `the object would have ${bytes} bytes with its managed fields: at most ${MAX_STORED_BYTES} are stored`,
  );
}
