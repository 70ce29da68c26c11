import { RecentUse } from './recent-use.js';

/** A week: the process has run for long. */
const NOW_MS = 604_800_000;

/** A connection that was opened a minute before. */
const opened = (): RecentUse => new RecentUse(NOW_MS - 60_000);

describe('RecentUse', () => {
  it('orders connections by the time that they used', () => {
    const uses = [3, 0.1, 20].map((ms) => {
      const use = opened();
      for (let step = 0; step < 10; step++) use.charge(ms / 10, NOW_MS);
      return { ms, use };
    });
    uses.sort((a, b) => a.use.order - b.use.order);
    expect(uses.map(({ ms }) => ms)).toEqual([0.1, 3, 20]);
  });

  it('counts half of what was used ten seconds before', () => {
    const [before, less, more] = [opened(), opened(), opened()];
    before.charge(20, NOW_MS);
    less.charge(9.9, NOW_MS + 10_000);
    more.charge(10.1, NOW_MS + 10_000);
    expect([before.order > less.order, before.order < more.order]).toEqual([true, true]);
  });

  it('orders a new connection after those that used little, and before those that used much', () => {
    const [little, much] = [opened(), opened()];
    little.charge(4, NOW_MS);
    much.charge(6, NOW_MS);
    const { order } = new RecentUse(NOW_MS);
    expect([order > little.order, order < much.order]).toEqual([true, true]);
  });

  it('has an order also where nothing is left of its use', () => {
    const use = new RecentUse(0);
    use.charge(0, NOW_MS);
    expect(use.order).toBeLessThan(opened().order);
  });
});
