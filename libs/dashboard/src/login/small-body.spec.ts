import type { IncomingMessage } from 'node:http';
import { readBounded } from './small-body.js';

async function* inOneBuffer(text: string): AsyncGenerator<Buffer> {
  const shared = Buffer.alloc(16 * 1_024);
  for (const char of Buffer.from(text)) {
    shared[7] = char;
    yield shared.subarray(7, 8);
    await Promise.resolve();
  }
}

const sent = (text: string, length = text.length): IncomingMessage =>
  Object.assign(inOneBuffer(text), { headers: { 'content-length': String(length) } }) as unknown as IncomingMessage;

describe('readBounded', () => {
  it('keeps none of the buffers in which the body arrives', async () => {
    const text = '0123456789'.repeat(300);
    expect(String(await readBounded(sent(text), 4_096))).toBe(text);
  });

  it('refuses a body that is longer than declared', () =>
    expect(readBounded(sent('abc', 2), 4_096)).rejects.toMatchObject({ code: 400 }));

  it('has an error of the client for a body that is cut off', async () => {
    async function* cut(): AsyncGenerator<Buffer> {
      yield Buffer.from('{');
      await Promise.reject(new Error('aborted'));
    }
    const raw = Object.assign(cut(), { headers: { 'content-length': '100' } }) as unknown as IncomingMessage;
    await expect(readBounded(raw, 4_096)).rejects.toMatchObject({ code: 400, name: 'ApiError' });
  });

  it('has what arrived of a shorter one', async () =>
    expect(String(await readBounded(sent('abc', 2_000), 4_096))).toBe('abc'));
});
