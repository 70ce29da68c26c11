import type { Revision } from '../storage.js';

const WORD = 2 ** 32;

/** Revisions as eight bytes, big-endian, so that byte order is numeric order. Shape: LMDB's `keyEncoder`. */
export const revisionKeys = {
  writeKey(revision: Revision, target: Buffer, start: number): number {
    target.writeUInt32BE(Math.floor(revision / WORD), start);
    return target.writeUInt32BE(revision % WORD, start + 4);
  },
  readKey: (source: Buffer, start: number): Revision =>
    source.readUInt32BE(start) * WORD + source.readUInt32BE(start + 4),
};

/** Keys as their UTF-8 bytes, without a terminator; range bounds may be bytes. */
export const byteKeys = {
  writeKey(key: string | Buffer | undefined, target: Buffer, start: number): number {
    if (key === undefined) return start;
    if (typeof key === 'string') return start + target.write(key, start, 'utf8');
    target.set(key, start);
    return start + key.length;
  },
  readKey: (source: Buffer, start: number, end: number): string => source.toString('utf8', start, end),
};
