import type { HasMetadata, InformerChange, ObjectKey } from '@orch/client';
import { silentLogger } from '@orch/process';
import { addKeys } from './add-keys.js';
import type { Watch } from './watch.js';

const keys: readonly ObjectKey[] = Array.from({ length: 30_000 }, (_, at) => ({ namespace: 'n', name: `o${at}` }));
const object: HasMetadata = { metadata: { name: 'p' } };
const change: InformerChange = { type: 'added', object };

it('adds the keys of one object in steps when they are many', async () => {
  const watch = { mapToKeys: () => keys } as unknown as Watch;
  const added: ObjectKey[] = [];
  const counts: number[] = [];
  // Half a millisecond for each key.
  let nowMs = 0;
  const now = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  try {
    addKeys(watch, change, undefined as never, { add: (key) => { added.push(key); nowMs += 0.5; } }, silentLogger); // prettier-ignore
    for (counts.push(added.length); added.length < keys.length; counts.push(added.length))
      await new Promise((resolve) => setImmediate(resolve));
  } finally {
    now.mockRestore();
  }
  expect(counts[0]).toBeLessThan(3_000);
  expect(counts.length).toBeGreaterThan(10);
  expect(added).toEqual(keys);
});
