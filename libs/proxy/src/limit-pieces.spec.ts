import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { GuardedListeners } from '@orch/http';
import { limitPieces } from './limit-pieces.js';

/** The errors for a body of these pieces, all at a time. */
function errorsFor(pieces: readonly number[], isPaused = false): unknown[] {
  const raw = new PassThrough();
  const errors: unknown[] = [];
  limitPieces(raw as unknown as IncomingMessage, new GuardedListeners((error) => errors.push(error)));
  if (isPaused) raw.pause();
  for (const length of pieces) raw.push(Buffer.alloc(length));
  return errors;
}

describe('limitPieces', () => {
  it('refuses more than 1,000 small chunks at a time', () => {
    expect(errorsFor(Array<number>(1_000).fill(1))).toEqual([]);
    const errors = errorsFor(Array<number>(5_000).fill(1));
    expect(errors).toEqual([expect.objectContaining({ code: 400 })]);
  });

  it('refuses them also while the backend does not read', () => {
    expect(errorsFor(Array<number>(5_000).fill(1), true)).toHaveLength(1);
  });

  it('accepts any number of chunks of 16 bytes', () => {
    expect(errorsFor(Array<number>(100_000).fill(16))).toEqual([]);
  });
});
