import { LongWrites } from './long-writes.js';

describe('LongWrites', () => {
  it('expects a hundred long writes after one, and then none', () => {
    const writes = new LongWrites();
    expect(writes.next()).toBe(false);
    writes.found();
    expect(Array.from({ length: 101 }, () => writes.next()).lastIndexOf(true)).toBe(99);
    expect(writes.next()).toBe(false);
  });
});
