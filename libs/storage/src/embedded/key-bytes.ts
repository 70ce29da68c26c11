import { MAX_KEY_BYTES } from '../storage.js';

export interface KeyRange {
  readonly start: string | Buffer;
  /** Exclusive; undefined: to the end. */
  readonly end: Buffer | undefined;
}

const FIRST_KEY = Buffer.from([0]);

/** The byte range of exactly the keys with `prefix`; undefined when the prefix exceeds the maximum key length. */
export function prefixRange(prefix: string): KeyRange | undefined {
  if (prefix === '') return { start: FIRST_KEY, end: undefined };
  if (Buffer.byteLength(prefix) > MAX_KEY_BYTES) return undefined;
  const start = Buffer.from(prefix, 'utf8');
  const end = Buffer.from(start);
  // The last byte of UTF-8 is never 255, so the next byte string after all with this prefix is one higher there.
  end[end.length - 1] = (end[end.length - 1] ?? 0) + 1;
  return { start, end };
}
