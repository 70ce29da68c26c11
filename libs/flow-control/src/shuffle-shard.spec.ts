import fc from 'fast-check';
import { dealHand } from './shuffle-shard.js';

const deck = fc
  .integer({ min: 1, max: 512 })
  .chain((queues) =>
    fc.record({ queues: fc.constant(queues), handSize: fc.integer({ min: 1, max: Math.min(queues, 6) }) }),
  );

describe('dealHand', () => {
  it('deals the requested number of different, existing queues', () => {
    fc.assert(
      fc.property(fc.string(), deck, (flow, { queues, handSize }) => {
        const hand = dealHand(flow, queues, handSize);
        expect(new Set(hand).size).toBe(handSize);
        for (const card of hand) expect(card >= 0 && card < queues).toBe(true);
      }),
    );
  });

  it('deals the same hand to the same flow', () =>
    expect(dealHand('global-default\0jane', 128, 6)).toEqual(dealHand('global-default\0jane', 128, 6)));

  it('deals every queue about as often', () => {
    const counts = new Map<number, number>();
    for (let flow = 0; flow < 4_000; flow++) {
      for (const card of dealHand(`flow-${flow}`, 16, 4)) counts.set(card, (counts.get(card) ?? 0) + 1);
    }
    expect(counts.size).toBe(16);
    for (const count of counts.values()) expect(count > 850 && count < 1_150).toBe(true);
  });

  it('rarely deals the same hand to two flows', () => {
    const hands = Array.from({ length: 200 }, (_, n) => new Set(dealHand(`flow-${n}`, 128, 6)));
    const elephant = dealHand('elephant', 128, 6);
    expect(hands.filter((hand) => elephant.every((card) => hand.has(card)))).toHaveLength(0);
    const untouched = hands.filter((hand) => elephant.some((card) => !hand.has(card)));
    expect(untouched).toHaveLength(200);
  });
});
