import type { ApiObject } from '@orch/apimachinery';
import { OWN_VERSION } from '../matching/matched-version.js';
import { ReviewObjects } from './review-objects.js';

const MEMBERS = 20_000;
const small: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: undefined } };
const large = {
  ...small,
  data: Object.fromEntries(Array.from({ length: MEMBERS }, (_, index) => [`k${index}`, 'ü'])),
} as ApiObject;
const textOf = async (json: Buffer | Promise<Buffer>): Promise<string> => (await json).toString();
const made = (): ReviewObjects => new ReviewObjects(() => ({ name: 'tester', exempt: false }));

describe('objects of reviews', () => {
  it('are the JSON of the objects, null without one', async () => {
    const objects = made();
    expect(await textOf(objects.json(undefined, OWN_VERSION))).toBe('null');
    expect(await textOf(objects.json(small, OWN_VERSION))).toBe(JSON.stringify(small));
    expect(await textOf(objects.json(large, OWN_VERSION))).toBe(JSON.stringify(large));
  });

  it('are encoded once for all webhooks', async () => {
    const objects = made();
    expect(objects.json(small, OWN_VERSION)).toBe(objects.json(small, OWN_VERSION));
    expect(await objects.json(large, OWN_VERSION)).toBe(await objects.json(large, OWN_VERSION));
    expect(objects.json({ ...small }, OWN_VERSION)).not.toBe(objects.json(small, OWN_VERSION));
  });

  it('are refused when webhooks before have made them twice as large as what is stored', async () => {
    const text = 'x'.repeat(1_000_000);
    const grown = (count: number) => ({ ...small, data: Array.from({ length: count }, () => text) }) as ApiObject;
    await expect(Promise.resolve(made().json(grown(10), OWN_VERSION))).resolves.toBeInstanceOf(Buffer);
    const encode = async (): Promise<Buffer> => made().json(grown(20), OWN_VERSION);
    await expect(encode()).rejects.toMatchObject({ reason: 'RequestEntityTooLarge' });
  });

  it('are encoded in steps when they are large: others run in between', async () => {
    let hasEnded = false;
    let turns = 0;
    const count = (): void => {
      turns++;
      if (!hasEnded) setImmediate(count);
    };
    const before = made();
    const json = Promise.resolve(before.json(large, OWN_VERSION)).finally(() => (hasEnded = true));
    count();
    await json;
    expect(turns).toBeGreaterThan(1);
  });

  it('are converted once for all webhooks that get a version', async () => {
    const convert = jest.fn((object: ApiObject) => ({ ...object, apiVersion: 'v2' }));
    const matched = { equivalent: { convert } } as never;
    const objects = made();
    expect(await textOf(objects.json(small, matched))).toContain('"v2"');
    expect(objects.json(small, matched)).toBe(objects.json(small, matched));
    expect(await textOf(objects.json(small, OWN_VERSION))).toContain('"v1"');
    expect(convert).toHaveBeenCalledTimes(1);
  });
});
