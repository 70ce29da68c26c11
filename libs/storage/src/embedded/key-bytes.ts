import { MAX_KEY_BYTES } from '../storage.js';

/**
 * The length of a key in UTF-8.
 * @throws RangeError for a key no driver could hold: empty, too long, or not text (half of a surrogate pair).
 */
export function keyByteLength(key: string): number {
  const length = Buffer.byteLength(key, 'utf8');
  if (length === 0) throw new RangeError('a storage key must not be empty');
  if (length > MAX_KEY_BYTES)
    throw new RangeError(`a storage key is at most ${MAX_KEY_BYTES} bytes, this one has ${length}`);
  // Only text beyond ASCII can hold a lone surrogate; written as bytes it would become another key.
  if (length !== key.length && Buffer.from(key, 'utf8').toString('utf8') !== key)
    throw new RangeError('a storage key must be well-formed Unicode');
  return length;
}

/** @throws RangeError likewise. */
export const assertKey = (key: string): void => void keyByteLength(key);

export interface KeyRange {
  readonly start: string | Buffer;
  /** Not part of the range; undefined: to the end. */
  readonly end: Buffer | undefined;
}

const FIRST_KEY = Buffer.from([0]);

/** The bytes between which exactly the keys with `prefix` lie; undefined when no key is that long. */
export function prefixRange(prefix: string): KeyRange | undefined {
  if (prefix === '') return { start: FIRST_KEY, end: undefined };
  if (Buffer.byteLength(prefix) > MAX_KEY_BYTES) return undefined;
  const start = Buffer.from(prefix, 'utf8');
  const end = Buffer.from(start);
  // The last byte of UTF-8 is never 255, so the next byte string after all with this prefix is one higher there.
  end[end.length - 1] = (end[end.length - 1] ?? 0) + 1;
  return { start, end };
}
