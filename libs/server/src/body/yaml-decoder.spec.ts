import { join } from 'node:path';
import { decodeYaml, FakeClock } from '@orch/apimachinery';
import { tsChild } from '../../../../test/support/ts-child.js';
import { YamlDecoder } from './yaml-decoder.js';

const never = new AbortController().signal;
const large = (fields: number): string =>
  `data:\n${Array.from({ length: fields }, (_, i) => `  key-${i}: "value ${i}"\n`).join('')}`;

describe('YamlDecoder', () => {
  let file: string;
  let clock: FakeClock;
  let decoder: YamlDecoder;

  beforeAll(() => (file = tsChild(join(__dirname, 'yaml-worker.ts')).file));
  beforeEach(() => {
    clock = new FakeClock(0);
    decoder = new YamlDecoder({ file, clock });
  });
  afterEach(() => decoder.close());

  const decode = async (text: string, signal = never, user = 'ann') => {
    const flow = { name: user, exempt: false };
    const { json, ...duplicates } = await decoder.decode(Buffer.from(text), signal, flow);
    return { value: JSON.parse(Buffer.from(json).toString()) as unknown, ...duplicates };
  };

  it('returns the same as decodeYaml', async () => {
    const text = `${large(2_000)}data: {ä: "\\u0000", n: 1.5, z: null, n: 2}\n`;
    expect(await decode(text)).toEqual(decodeYaml(text));
  });

  it('rejects what decodeYaml rejects, with the same reason, and goes on decoding', async () => {
    await expect(decode(`a: ${'"'.repeat(100_000)}`)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('broken YAML'),
    });
    expect((await decode('a: 1')).value).toEqual({ a: 1 });
  });

  it('decodes in order; rejects a fourth waiting body of one user with 429, and accepts bodies of other users', async () => {
    const own = Promise.allSettled(Array.from({ length: 6 }, (_, i) => decode(`a: ${i}`)));
    const other = decode('a: 9', never, 'bob');
    const settled = await own;
    expect(settled.map(({ status }) => status)).toEqual([
      ...Array<string>(4).fill('fulfilled'),
      'rejected',
      'rejected',
    ]);
    expect(settled.at(-1)).toMatchObject({ reason: { code: 429 } });
    expect((await other).value).toEqual({ a: 9 });
  });

  it('ends a thread that takes more than ten seconds, rejects the body with 413, and starts a new thread for the next body', async () => {
    const stuck = decode(large(15_000));
    const next = decode('a: 1');
    clock.advance(10_000);
    await expect(stuck).rejects.toMatchObject({ code: 413, message: expect.stringContaining('send it as JSON') });
    expect(await next).toMatchObject({ value: { a: 1 } });
  });

  it('keeps the thread for ten seconds without work', async () => {
    expect(decoder.threads).toBe(0);
    await decode('a: 1');
    clock.advance(9_999);
    await decode('a: 1');
    clock.advance(9_999);
    expect(decoder.threads).toBe(1);
    clock.advance(1);
    expect(decoder.threads).toBe(0);
  });

  it('a request that ends while it waits frees its place', async () => {
    const gone = new AbortController();
    const first = decode('a: 0');
    const left = Promise.allSettled([1, 2, 3].map((a) => decode(`a: ${a}`, gone.signal)));
    gone.abort();
    const next = [4, 5, 6].map((a) => decode(`a: ${a}`));
    expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await Promise.all([first, ...next])).toMatchObject([0, 4, 5, 6].map((a) => ({ value: { a } })));
  });

  it('skips a request that ended while it waited', async () => {
    const gone = new AbortController();
    const [first, skipped, last] = [decode('a: 1'), decode('a: 2', gone.signal), decode('a: 3')];
    gone.abort();
    await expect(skipped).rejects.toMatchObject({ code: 400 });
    expect([await first, await last]).toMatchObject([{ value: { a: 1 } }, { value: { a: 3 } }]);
  });

  it('a thread that cannot be started fails its body only', async () => {
    decoder = new YamlDecoder({ file: join(__dirname, 'missing.js'), clock });
    await expect(decode('a: 1')).rejects.toThrow('missing.js');
    await expect(decode('a: 1')).rejects.toThrow('missing.js');
  });

  it('close rejects waiting and later bodies', async () => {
    const waiting = [decode(large(5_000)), decode('a: 1')].map((promise) => promise.catch((error: unknown) => error));
    await decoder.close();
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ code: 503 });
    await expect(decode('a: 1')).rejects.toMatchObject({ code: 503 });
  });
});
