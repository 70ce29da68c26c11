import { ValueArena } from './value-arena.js';

describe('ValueArena', () => {
  it('returns independent copies of any size', () => {
    const arena = new ValueArena();
    const sizes = [0, 1, 5_000, 8_192, 8_193, 100_000, 30_000, 2_000];
    const source = Buffer.alloc(200_000);
    const kept = sizes.flatMap((size, i) =>
      [1, 2, 3].map((copy) => {
        source.fill(i * 3 + copy);
        return { want: Buffer.alloc(size, i * 3 + copy), got: arena.keep(source.subarray(0, size)) };
      }),
    );
    source.fill(0);
    for (const { want, got } of kept) expect(got.equals(want)).toBe(true);
  });

  it('keeps little more memory alive than its values', () => {
    const arena = new ValueArena();
    const kept = Array.from({ length: 1_000 }, () => arena.keep(Buffer.alloc(2_048)));
    const pieces = new Set(kept.map((value) => value.buffer));
    const bytes = [...pieces].reduce((sum, piece) => sum + piece.byteLength, 0);
    expect(bytes).toBeLessThan(1_000 * 2_048 * 1.05);
  });
});
