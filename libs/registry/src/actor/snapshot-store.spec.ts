import { FakeClock } from '@orch/apimachinery';
import type { Change } from '../cache/change.js';
import { EventWindow } from '../cache/event-window.js';
import { ResourceCache } from '../cache/resource-cache.js';
import { SnapshotStore } from './snapshot-store.js';

describe('SnapshotStore', () => {
  it('keeps a snapshot for the following pages, and drops it when idle', () => {
    const clock = new FakeClock();
    const store = new SnapshotStore(clock, new EventWindow());
    const state = ResourceCache.empty();
    store.keep(7, state, true);
    expect(store.get(7)).toBe(state);
    clock.advance(300_001);
    expect(store.get(7)).toBeUndefined();
    expect(clock.pending).toBe(0);
  });

  it('drops a snapshot with the last page of its last list', () => {
    const store = new SnapshotStore(new FakeClock(), new EventWindow());
    const state = ResourceCache.empty();
    store.keep(7, state, true);
    store.keep(7, state, true);
    store.keep(7, state, false);
    store.finished(7);
    expect(store.get(7)).toBe(state);
    store.finished(7);
    expect(store.get(7)).toBeUndefined();
    store.finished(7);
  });

  it('keeps snapshots older than the changes in memory only for lists that continue', () => {
    const clock = new FakeClock();
    const window = new EventWindow(7);
    const store = new SnapshotStore(clock, window);
    const [abandoned, read, recent] = [ResourceCache.empty(), ResourceCache.empty(), ResourceCache.empty()];
    store.keep(7, abandoned, true);
    store.keep(8, read, true);
    store.keep(9, recent, true);
    clock.advance(60_000);
    expect(store.get(7)).toBe(abandoned);
    window.restart(9);
    store.keep(8, read, false);
    clock.advance(5_000);
    expect([store.get(7), store.get(8), store.get(9)]).toEqual([undefined, read, recent]);
    clock.advance(10_000);
    expect([store.get(8), store.get(9)]).toEqual([undefined, recent]);
  });

  it('keeps states that were read from the log only up to their bytes, and the others', () => {
    const store = new SnapshotStore(new FakeClock(), new EventWindow());
    const rebuilt = (ownBytes: number) => Object.assign(ResourceCache.empty(), { ownBytes });
    const shared = ResourceCache.empty();
    store.keep(1, shared, true);
    const [half, other, more] = [rebuilt(16_000_000), rebuilt(16_000_000), rebuilt(16_000_000)];
    store.keep(2, half, true);
    store.keep(3, other, true);
    expect(store.get(2)).toBe(half);
    store.keep(4, more, true);
    expect([1, 2, 3, 4].map((revision) => store.get(revision))).toEqual([shared, undefined, other, more]);
    store.keep(5, rebuilt(40_000_000), true);
    expect([1, 3, 4, 5].map((revision) => store.get(revision))).toEqual([shared, undefined, undefined, undefined]);
  });

  it('keeps values that were replaced by changes no longer in memory only up to their bytes, also while pages are read', () => {
    const window = new EventWindow();
    const store = new SnapshotStore(new FakeClock(), window);
    const MEGABYTES_40 = { length: 40_000_000 };
    const replace = (revision: number) => window.push({ revision, previous: MEGABYTES_40 } as unknown as Change);
    const kept = () => [0, 1, 2, 3].filter((revision) => store.get(revision));
    const state = ResourceCache.empty();
    const readAll = () => kept().forEach((revision) => store.keep(revision, state, false));
    for (const revision of [1, 2, 3, 4, 5, 6]) {
      if (revision <= 3) store.keep(revision - 1, state, true);
      replace(revision);
    }
    // Of a state of the past, from the changes in memory.
    store.keep(3, state, true);
    readAll();
    expect(kept()).toEqual([0, 1, 2, 3]);
    for (const want of [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3], [2, 3], [3]]) {
      window.shift();
      readAll();
      expect(kept()).toEqual(want);
    }
  });

  it('keeps a bounded number of snapshots', () => {
    const store = new SnapshotStore(new FakeClock(), new EventWindow());
    for (let revision = 1; revision <= 100; revision++) store.keep(revision, ResourceCache.empty(), true);
    const kept = Array.from({ length: 100 }, (_, n) => n + 1).filter((revision) => store.get(revision));
    expect(kept).toHaveLength(32);
    expect(kept[31]).toBe(100);
  });
});
