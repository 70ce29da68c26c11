import { RecordHeaders } from './record-headers.js';

const record = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from([23, 3, 3, bytes >> 8, bytes & 255]), Buffer.alloc(bytes, 7)]);
const all = Buffer.concat([record(300), record(0), record(22), record(22), record(16_384)]);

describe('RecordHeaders', () => {
  it('counts the records that begin in the bytes', () => {
    expect(new RecordHeaders().count(all)).toBe(5);
  });

  it.each([1, 3, 5, 22, 1_000])('counts each once in pieces of %s bytes', (size) => {
    const headers = new RecordHeaders();
    let count = 0;
    for (let at = 0; at < all.length; at += size) count += headers.count(all.subarray(at, at + size));
    expect(count).toBe(5);
  });
});
