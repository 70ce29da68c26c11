import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import type { ListPage } from './list-page.js';

/** Lists the state before the last of three changes, and the newest one; the number of states that were rebuilt. */
async function listed(test: TestRegistry): Promise<{ past: ListPage; newest: ListPage; rebuilt: number }> {
  const { writer } = test.store('configmaps');
  const body = (text: string) => ({ value: { metadata: { name: 'a' }, data: { text } }, duplicateFields: [] });
  await writer.create(testWrite('t1'), body('first'));
  const { bytes } = await writer.update(testWrite('t1'), 'a', body('second'));
  await writer.update(testWrite('t1'), 'a', body('third'));
  const { resourceVersion } = (JSON.parse(bytes.toString()) as { metadata: { resourceVersion: string } }).metadata;
  let rebuilt = 0;
  const options = {
    readPast: <T>(read: () => Promise<T>): Promise<T> => {
      rebuilt++;
      return read();
    },
  };
  const scope = { namespace: 't1', name: undefined, labels: undefined, fields: undefined };
  const exact = { limit: 0, resourceVersion, resourceVersionMatch: 'Exact' } as const;
  const past = await test.store('configmaps').list(exact, scope, options);
  return { past, newest: await test.store('configmaps').list({ limit: 0 }, scope, options), rebuilt };
}

const textsOf = ({ entries }: ListPage) =>
  entries.map((entry) => (entry.parse()['data'] as { readonly text: string }).text);

describe('a list of a past state', () => {
  it.each([
    ['from the log of the store', 0],
    ['from changes in memory', 1_000_000],
  ])('is rebuilt %s in a turn of its user', async (_name, watchCacheBytes) => {
    const test = await startTestRegistry({ watchCacheBytes });
    const { past, newest, rebuilt } = await listed(test);
    expect([textsOf(past), textsOf(newest), rebuilt]).toEqual([['second'], ['third'], 1]);
    // Its objects are not those of the cache.
    expect([past.ownBytes, newest.ownBytes]).toEqual([past.entries[0]!.length, undefined]);
    await test.close();
  });
});
