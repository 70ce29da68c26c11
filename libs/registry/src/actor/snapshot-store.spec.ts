import { FakeClock } from '@orch/apimachinery';
import { ResourceCache } from '../cache/resource-cache.js';
import { SnapshotStore } from './snapshot-store.js';

describe('snapshot store', () => {
  it('keeps a state for the pages that follow, and lets go of it when nobody lists any more', () => {
    const clock = new FakeClock();
    const store = new SnapshotStore(clock);
    const state = ResourceCache.empty();
    store.keep(7, state);
    expect(store.get(7)).toBe(state);
    clock.advance(300_001);
    expect(store.get(7)).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('keeps a bounded number', () => {
    const store = new SnapshotStore(new FakeClock());
    for (let revision = 1; revision <= 100; revision++) store.keep(revision, ResourceCache.empty());
    const kept = Array.from({ length: 100 }, (_, n) => n + 1).filter((revision) => store.get(revision));
    expect(kept).toHaveLength(32);
    expect(kept[31]).toBe(100);
  });
});
