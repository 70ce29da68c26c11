import { MAX_KEY_BYTES } from './storage.js';

/**
 * The length of a key in UTF-8.
 * @throws RangeError for an invalid key: empty, too long, or not well-formed (a lone surrogate).
 */
export function keyByteLength(key: string): number {
  const length = Buffer.byteLength(key, 'utf8');
  if (length === 0) throw new RangeError('a storage key must not be empty');
  if (length > MAX_KEY_BYTES)
    throw new RangeError(`a storage key is at most ${MAX_KEY_BYTES} bytes, this one has ${length}`);
  // Only text beyond ASCII can hold a lone surrogate; encoded as UTF-8 it would become another key.
  if (length !== key.length && Buffer.from(key, 'utf8').toString('utf8') !== key)
    throw new RangeError('a storage key must be well-formed Unicode');
  return length;
}

/** @throws RangeError for an invalid key, as `keyByteLength`. */
export const assertKey = (key: string): void => void keyByteLength(key);
