import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseFieldSelector, parseLabelSelector } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';

describe('lists with large selectors', () => {
  let test: TestRegistry;
  beforeAll(async () => {
    test = await startTestRegistry();
    const write = (name: string) =>
      test.store('configmaps').writer.create(testWrite('t1'), { value: { metadata: { name } }, duplicateFields: [] });
    await Promise.all(Array.from({ length: 300 }, (_, n) => write(`x${n}`)));
  });
  afterAll(() => test.close());

  const texts = (write: (n: number) => string): string => Array.from({ length: 900 }, (_, n) => write(n)).join();
  it.each([
    ['labels', { labels: parseLabelSelector(texts((n) => `!k${n}`)), fields: undefined }],
    ['fields', { labels: undefined, fields: parseFieldSelector(texts((n) => `metadata.name!=y${n}`)) }],
  ])('by %s: many at once have one turn after the other, and others theirs', async (_what, selectors) => {
    const store = test.store('configmaps');
    let isOver = false;
    const lists = Promise.all(
      Array.from({ length: 10 }, async () =>
        store.list({ limit: 0 }, { namespace: 't1', name: undefined, ...selectors }),
      ),
    ).finally(() => (isOver = true));
    let turns = 0;
    for (; !isOver; turns++) await nextTurn();
    for (const { entries } of await lists) expect(entries).toHaveLength(300);
    // 300 objects with 900 requirements each, 20,000 in a turn, ten times.
    expect(turns).toBeGreaterThan(100);
  });
});

describe('lists that wait for the same index', () => {
  it('read their objects one in each turn', async () => {
    const test = await startTestRegistry();
    const store = test.store('secrets');
    const write = (name: string) =>
      store.writer.create(testWrite('t1'), { value: { metadata: { name }, type: 'a' }, duplicateFields: [] });
    await Promise.all(Array.from({ length: 600 }, (_, n) => write(`x${n}`)));
    const fields = parseFieldSelector('type=a');
    let isOver = false;
    const selection = { namespace: undefined, name: undefined, labels: undefined, fields };
    const lists = Promise.all(Array.from({ length: 20 }, async () => store.list({ limit: 0 }, selection))).finally(
      () => (isOver = true),
    );
    let turns = 0;
    for (; !isOver; turns++) await nextTurn();
    for (const { entries } of await lists) expect(entries).toHaveLength(600);
    expect(turns).toBeGreaterThan(20);
    await test.close();
  });
});
