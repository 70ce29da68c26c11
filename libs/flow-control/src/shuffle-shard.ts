import { createHash } from 'node:crypto';

/**
 * The queues of a flow: `handSize` different ones of `queues`, always the same for the same flow. Two flows rarely
 * share all of them, so one that fills its queues leaves room for the other (shuffle sharding).
 * @param handSize at most `queues`; 60 bits have to be enough for the hand, which validation ensures.
 */
export function dealHand(flow: string, queues: number, handSize: number): number[] {
  let rest = createHash('sha256').update(flow).digest().readBigUInt64BE();
  const hand: number[] = [];
  for (let dealt = 0; dealt < handSize; dealt++) {
    const left = BigInt(queues - dealt);
    let card = Number(rest % left);
    rest /= left;
    // The card is an index among queues not dealt yet: each smaller one in the hand shifts it up.
    for (const taken of hand.toSorted((a, b) => a - b)) if (taken <= card) card++;
    hand.push(card);
  }
  return hand;
}
