import { TurnShare } from './turn-share.js';

describe('TurnShare', () => {
  it('work goes on at once until the share of the turn is used up', async () => {
    let nowMs = 0;
    const share = new TurnShare(() => nowMs);
    expect(share.next()).toBeUndefined();
    nowMs = 7;
    expect(share.next()).toBeUndefined();
    nowMs = 8;
    await share.next();
    nowMs = 15;
    expect(share.next()).toBeUndefined();
  });

  it('a turn without work gives a full share to the next one', async () => {
    let nowMs = 0;
    const share = new TurnShare(() => nowMs);
    void share.next();
    await new Promise((resolve) => setImmediate(resolve));
    nowMs = 100;
    expect(share.next()).toBeUndefined();
  });

  it('of those that wait one goes on in each turn, in order', async () => {
    let nowMs = 0;
    const share = new TurnShare(() => nowMs);
    const order: string[] = [];
    void share.next();
    nowMs = 8;
    const works = ['a', 'b', 'c'].map(async (name) => {
      await share.next();
      order.push(name);
      nowMs += 8;
    });
    const turn = (): void => {
      order.push('turn');
      if (order.length < 6) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(works);
    expect(order.slice(0, 5)).toEqual(['a', 'turn', 'b', 'turn', 'c']);
  });
});
