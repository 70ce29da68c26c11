import type { Flow } from './fair-queue.js';
import { FairShares } from './fair-shares.js';

const user = (name: string): Flow => ({ name, exempt: false });

/** Works that return for share after share. @returns the flows of the first `count` shares. */
function granted(costs: Record<string, number>, count: number): string[] {
  const shares = new FairShares();
  const order: string[] = [];
  const add = (name: string): void => shares.add(user(name), 'continued', () => order.push(name));
  for (const name of Object.keys(costs)) add(name);
  while (order.length < count) {
    shares.next()!();
    const name = order.at(-1)!;
    shares.charge(user(name), costs[name]!);
    add(name);
  }
  return order;
}

describe('fair shares of the event loop', () => {
  it('give all flows the same time, not the same number', () => {
    const order = granted({ heavy: 8, light: 0.5 }, 170);
    const heavy = order.filter((name) => name === 'heavy').length;
    expect(heavy).toBeGreaterThanOrEqual(9);
    expect(heavy).toBeLessThanOrEqual(11);
  });

  it('are not accumulated by an idle flow', () => {
    const shares = new FairShares();
    const order: string[] = [];
    const add = (name: string): void => shares.add(user(name), 'continued', () => order.push(name));
    const serve = (times: number): void => {
      for (let n = 0; n < times; n++) {
        shares.next()!();
        shares.charge(user(order.at(-1)!), 8);
      }
    };
    add('late');
    for (let n = 0; n < 60; n++) add('busy');
    serve(40);
    for (let n = 0; n < 20; n++) add('late');
    serve(20);
    expect(order.slice(-20).filter((name) => name === 'late').length).toBeLessThanOrEqual(11);
  });

  it('allow at most 1,024 new works of all flows together', () => {
    const shares = new FairShares();
    const add = (name: string): void => shares.add(user(name), 'new', () => undefined);
    for (let n = 0; n < 1_024; n++) add(`user-${n}`);
    expect(() => add('another')).toThrow('too many large bodies');
    shares.next();
    add('another');
    expect(shares.size).toBe(1_024);
  });

  it('say before a body is received whether its flow has room for new work', () => {
    const shares = new FairShares();
    for (let n = 0; n < 128; n++) {
      shares.assertRoom(user('ann'));
      shares.add(user('ann'), 'new', () => undefined);
    }
    expect(() => shares.assertRoom(user('ann'))).toThrow('too many large bodies');
    expect(() => shares.assertRoom({ name: 'ann', exempt: true })).not.toThrow();
    expect(() => shares.assertRoom(user('bob'))).not.toThrow();
    shares.next();
    expect(() => shares.assertRoom(user('ann'))).not.toThrow();
  });

  it('keep flows in memory only while they have pending shares', () => {
    const shares = new FairShares();
    shares.add(user('busy'), 'continued', () => undefined);
    for (let n = 0; n < 100; n++) {
      shares.add(user(`user-${n}`), 'continued', () => undefined);
      shares.next();
      shares.charge(user(`user-${n}`), 1);
    }
    while (shares.next()) shares.charge(user('busy'), 1);
    expect(shares.kept).toBe(0);
  });
});
