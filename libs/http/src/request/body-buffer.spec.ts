import { BodyBuffer } from './body-buffer.js';

describe('BodyBuffer', () => {
  it('is empty when nothing was appended', () => expect(new BodyBuffer().take()).toHaveLength(0));

  it('returns a body that came in one chunk without a copy', () => {
    const chunk = Buffer.from('whole');
    const body = new BodyBuffer();
    body.append(chunk);
    const taken = body.take();
    expect([taken.buffer, taken.toString()]).toEqual([chunk.buffer, 'whole']);
    expect(body.take()).toHaveLength(0); // its memory belongs to the reader alone
  });

  it('joins chunks of any size in their order and does not write into them', () => {
    const chunks = Array.from({ length: 400 }, (_, i) => Buffer.alloc((i * 37) % 1_000, i % 256));
    const before = chunks.map((chunk) => Buffer.from(chunk));
    const body = new BodyBuffer();
    for (const chunk of chunks) body.append(chunk);
    expect(body.take().equals(Buffer.concat(chunks))).toBe(true);
    expect(body.length).toBe(Buffer.concat(chunks).length);
    expect(chunks.every((chunk, i) => chunk.equals(before[i]!))).toBe(true);
  });

  it('uses one buffer for a body of many small chunks, at most twice its size', () => {
    const body = new BodyBuffer();
    for (let i = 0; i < 100_000; i++) body.append(Buffer.from('x'));
    expect(body.take().buffer.byteLength).toBeLessThanOrEqual(200_000);
  });

  it('allocates memory for received bytes only, and exactly the declared size at the end', () => {
    const capacityAfter = (chunks: number): number => {
      const body = new BodyBuffer(1_000_000);
      for (let i = 0; i < chunks; i++) body.append(Buffer.alloc(1_000));
      return body.take().buffer.byteLength;
    };
    expect(capacityAfter(2)).toBeLessThan(50_000);
    expect(capacityAfter(1_000)).toBe(1_000_000);
  });
});
