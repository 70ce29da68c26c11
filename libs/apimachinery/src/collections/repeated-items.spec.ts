import { repeatedItems } from './repeated-items.js';

describe('repeatedItems', () => {
  it('are those that equal an earlier one', () =>
    expect([...repeatedItems(['a', 'b', 'a', 'c', 'a', 'b'])]).toEqual([2, 4, 5]));
  it('are compared by their keys', () =>
    expect([...repeatedItems([{ a: 1 }, { a: 2 }, { a: 1 }, {}, {}], ({ a }: { a?: number }) => a)]).toEqual([2, 4]));
  it('looks at each item once', () => {
    let looks = 0;
    const items = Array.from({ length: 50_000 }, (_, index) => index);
    expect(repeatedItems(items, (item) => (looks++, item)).size).toBe(0);
    expect(looks).toBe(50_000);
  });
});
