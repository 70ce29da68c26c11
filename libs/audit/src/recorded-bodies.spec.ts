import { ByteBudget } from './byte-budget.js';
import { RecordedBodies } from './recorded-bodies.js';

describe('RecordedBodies', () => {
  it('of all requests under way hold no more than the budget', () => {
    const budget = new ByteBudget(100);
    const make = () => new RecordedBodies({ request: false, answer: true }, budget);
    const [first, second] = [make(), make()];
    first.answer?.(Buffer.alloc(60, '1'));
    second.answer?.(Buffer.alloc(60, '1'));
    expect([first.tooLong, second.tooLong]).toEqual([false, true]);
    expect(first.responseObject(false)?.text).toHaveLength(60);
    expect(second.responseObject(false)).toBeUndefined();
    first.release();
    const third = make();
    third.answer?.(Buffer.alloc(100, '1'));
    expect(third.tooLong).toBe(false);
  });
});
