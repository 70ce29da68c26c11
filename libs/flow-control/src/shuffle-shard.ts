import { createHash } from 'node:crypto';

/**
 * The queues that a flow may wait in: `handSize` different ones of `queues`, always the same for the same flow. Two flows
 * rarely have all of them in common, so one that fills its own leaves room for the other (shuffle sharding).
 * @param handSize at most `queues`; 60 bits have to be enough for the hand, which validation sees to.
 */
export function dealHand(flow: string, queues: number, handSize: number): number[] {
  let rest = createHash('sha256').update(flow).digest().readBigUInt64BE();
  const hand: number[] = [];
  for (let dealt = 0; dealt < handSize; dealt++) {
    const left = BigInt(queues - dealt);
    let card = Number(rest % left);
    rest /= left;
    // The card is a place among those not dealt yet: each smaller one in the hand moves it up.
    for (const taken of hand.toSorted((a, b) => a - b)) if (taken <= card) card++;
    hand.push(card);
  }
  return hand;
}
