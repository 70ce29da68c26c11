import { gunzipSync } from 'node:zlib';
import { compressedIfFree } from './compression.js';

describe('compressedIfFree', () => {
  it('compresses two answers at once, and declines others until one is done', async () => {
    const bytes = Buffer.alloc(200_000, 'x');
    const [first, second, third] = [1, 2, 3].map(() => compressedIfFree(bytes));
    expect(third).toBeUndefined();
    expect(gunzipSync((await first)!).equals(bytes)).toBe(true);
    await second;
    expect(await compressedIfFree(bytes)).toBeDefined();
  });
});
