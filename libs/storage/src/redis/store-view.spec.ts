import { StoreView } from './store-view.js';

const gap = { after: 3, next: 100 };

describe('StoreView', () => {
  it('does not go back when answers come in another order', () => {
    const view = new StoreView(() => 0);
    view.learn({ revision: 101, oldest: 2, gaps: [gap] });
    view.learn({ revision: 3, oldest: 1, gaps: [] });
    expect([view.newest, view.oldest, view.isLost(4)]).toEqual([101, 2, true]);
  });

  it('is behind until what it knows of was delivered', () => {
    let applied = 0;
    const view = new StoreView(() => applied);
    view.learn({ revision: 5, oldest: 0, gaps: [] });
    expect(view.behindMs).toBeGreaterThan(0);
    applied = 5;
    view.look();
    expect(view.behindMs).toBe(0);
  });
});
