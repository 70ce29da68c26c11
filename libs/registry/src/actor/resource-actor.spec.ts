import { FakeClock } from '@orch/apimachinery';
import type { Storage, StorageEvent } from '@orch/storage';
import { factReader } from '../cache/entry.js';
import { SlabAllocator } from '../cache/slab-allocator.js';
import { WindowBudget } from '../cache/window-budget.js';
import { FanOut } from '../watch/fan-out.js';
import { ResourceActor } from './resource-actor.js';

const PREFIX = '/things/';

const put = (key: string, revision: number, size: number): StorageEvent => ({
  type: 'put',
  key: PREFIX + key,
  revision,
  value: Buffer.alloc(size),
  previous: undefined,
  timeMs: 0,
});

function actorWith(budget: WindowBudget): ResourceActor {
  const environment = {
    position: {
      storage: {} as Storage,
      revision: 0,
      isFollowing: true,
      isLost: () => false,
      waitFor: () => Promise.resolve(true),
      refresh: () => undefined,
      revisionAt: (main: number) => main,
    },
    budget,
    memory: new SlabAllocator(),
    fanOut: new FanOut(),
    clock: new FakeClock(0),
    historyWindowMs: 300_000,
  };
  return new ResourceActor(PREFIX, factReader(undefined), environment);
}

describe('ResourceActor', () => {
  it('charges past values that only the event window keeps to the budget', () => {
    const budget = new WindowBudget(1_000_000);
    const actor = actorWith(budget);
    const change = (event: StorageEvent): number => {
      const before = budget.bytes;
      actor.apply(event);
      return budget.bytes - before;
    };
    const created = change(put('a', 1, 1_000));
    expect(change(put('a', 2, 3_000))).toBe(created + 1_000);
    expect(change({ ...put('a', 3, 5_000), type: 'delete' })).toBe(created + 3_000 + 5_000);
    expect(change(put('a', 4, 7_000))).toBe(created);
  });

  it('has the bytes of a reload, also at the same revision: another store has taken the place of the one before', () => {
    const actor = actorWith(new WindowBudget(1_000_000));
    for (const key of ['a', 'b'])
      actor.load({ key: PREFIX + key, revision: 1, value: Buffer.from(`${key} of the one before`) });
    actor.loaded(1);
    const reload = actor.reload();
    reload.add({ key: `${PREFIX}a`, revision: 1, value: Buffer.from('a of the other') });
    reload.add({ key: `${PREFIX}b`, revision: 1, value: Buffer.from('b of the one before') });
    const changed = actor.replace(reload.changes(2, 0));
    expect(changed.map(({ type, entry }) => [type, entry.key])).toEqual([['MODIFIED', 'a']]);
    expect(actor.get('a')!.bytes.toString()).toBe('a of the other');
  });
});
