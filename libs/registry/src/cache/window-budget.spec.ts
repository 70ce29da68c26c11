import { Entry, factReader } from './entry.js';
import { EventWindow } from './event-window.js';
import { WindowBudget } from './window-budget.js';

const change = (revision: number) => ({
  type: 'ADDED' as const,
  revision,
  entry: new Entry('a', revision, Buffer.alloc(0), factReader(undefined)),
  previous: undefined,
  timeMs: 0,
});

const MIB = 1_024 * 1_024;

describe('WindowBudget', () => {
  it('follows the size of the stored state, between a minimum and the limit', () => {
    const held = (limit: number, stored: number): number => {
      const budget = new WindowBudget(limit);
      budget.currentGrew(stored);
      const window = new EventWindow(0);
      for (let revision = 1; revision <= 300; revision++) {
        window.push(change(revision));
        budget.added(window, MIB);
      }
      return Math.round(budget.bytes / MIB);
    };
    expect(held(256 * MIB, 0)).toBe(31);
    expect(held(256 * MIB, 800 * MIB)).toBe(99);
    expect(held(256 * MIB, 4_000 * MIB)).toBe(255);
    expect(held(16 * MIB, 4_000 * MIB)).toBe(15);
  });

  it('drops the oldest change of all windows once the bound is passed, and only then', () => {
    const [one, other] = [new EventWindow(0), new EventWindow(0)];
    const budget = new WindowBudget(3_500);
    for (const [window, revision] of [
      [one, 1],
      [other, 2],
      [one, 3],
    ] as const) {
      window.push(change(revision));
      budget.added(window, 1_000 - 100);
    }
    expect([one.completeAfter, other.completeAfter]).toEqual([0, 0]);
    one.push(change(4));
    budget.added(one, 900);
    expect([one.completeAfter, other.completeAfter]).toEqual([1, 0]);
    other.push(change(5));
    budget.added(other, 900);
    expect([one.completeAfter, other.completeAfter]).toEqual([1, 2]);
    expect(budget.bytes).toBeLessThanOrEqual(3_500);
  });
});
