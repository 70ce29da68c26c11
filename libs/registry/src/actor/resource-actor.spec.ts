import { FakeClock } from '@orch/apimachinery';
import type { Storage, StorageEvent } from '@orch/storage';
import { factReader } from '../cache/entry.js';
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
    storage: {} as Storage,
    budget,
    fanOut: new FanOut(),
    clock: new FakeClock(0),
    appliedRevision: () => 0,
    waitFor: () => Promise.resolve(true),
  };
  return new ResourceActor(PREFIX, factReader(undefined), [], environment, 0);
}

describe('ResourceActor', () => {
  it('counts the value before against the bound: the window alone may hold it', () => {
    const budget = new WindowBudget(1_000_000);
    const actor = actorWith(budget);
    actor.apply(put('a', 1, 1_000));
    const created = budget.bytes;
    actor.apply(put('a', 2, 3_000));
    expect(budget.bytes - created).toBe(created + 3_000);
  });
});
