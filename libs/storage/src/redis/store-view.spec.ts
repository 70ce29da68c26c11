import { StoreView } from './store-view.js';

const lostRange = { after: 3, next: 100 };

describe('StoreView', () => {
  it('does not decrease when answers are reordered', () => {
    const view = new StoreView(() => 0);
    view.learn({ revision: 101, oldest: 2, lostRanges: [lostRange] });
    view.learn({ revision: 3, oldest: 1, lostRanges: [] });
    expect([view.newest, view.oldest, view.isLost(4)]).toEqual([101, 2, true]);
  });

  it('is behind until the newest known revision was delivered', () => {
    let applied = 0;
    const view = new StoreView(() => applied);
    view.learn({ revision: 5, oldest: 0, lostRanges: [] });
    expect(view.behindMs).toBeGreaterThan(0);
    applied = 5;
    view.look();
    expect(view.behindMs).toBe(0);
  });
});
