import { ClientRates } from './client-rates.js';

const AGENT = 'orchctl/0.1 (linux) node/24';

describe('rates of clients', () => {
  const counted = (rates: ClientRates, times: number, user: string, agent: string | undefined, nowMs: number): void => {
    for (let n = 0; n < times; n++) rates.count(user, agent, nowMs);
  };

  it('the most active come first, by user and the product of the user agent', () => {
    const rates = new ClientRates(0);
    counted(rates, 5, 'ann', AGENT, 1_000);
    counted(rates, 5, 'ann', 'orchctl/0.2', 1_000);
    counted(rates, 20, 'bob', 'curl', 1_000);
    counted(rates, 2, 'ann', undefined, 1_000);
    counted(rates, 9, '', AGENT, 1_000);
    expect(rates.top(10_000)).toEqual([
      { user: 'bob', client: 'curl', perSecond: 2 },
      { user: 'ann', client: 'orchctl', perSecond: 1 },
      { user: 'ann', client: '', perSecond: 0.2 },
    ]);
  });

  it('a rate is that of the window before and of the current one; older requests do not count', () => {
    const rates = new ClientRates(0);
    counted(rates, 60, 'ann', AGENT, 0);
    expect(rates.top(30_000)).toEqual([{ user: 'ann', client: 'orchctl', perSecond: 2 }]);
    counted(rates, 30, 'ann', AGENT, 40_000);
    expect(rates.top(45_000)).toEqual([{ user: 'ann', client: 'orchctl', perSecond: 2 }]);
    expect(rates.top(90_000)).toEqual([]);
  });

  it('a silence of more than a window leaves nothing', () => {
    const rates = new ClientRates(0);
    counted(rates, 60, 'ann', AGENT, 0);
    expect(rates.top(60_000)).toEqual([]);
  });

  it('made-up clients are counted together, and hide those that were active before for one window at most', () => {
    const rates = new ClientRates(0);
    counted(rates, 100, 'ann', AGENT, 0);
    for (let n = 0; n < 10_000; n++) rates.count('mallory', `x${n}`, 30_000);
    expect(rates.top(30_000)[0]).toEqual({ user: '', client: '', perSecond: 9_745 / 30 });
    expect(rates.top(30_000)).toContainEqual({ user: 'ann', client: 'orchctl', perSecond: 100 / 30 });
    for (let n = 0; n < 10_000; n++) rates.count('mallory', `y${n}`, 60_000);
    counted(rates, 3_000, 'bob', AGENT, 60_000);
    counted(rates, 3_000, 'ann', AGENT, 60_000);
    counted(rates, 6_000, 'bob', AGENT, 90_000);
    expect(rates.top(90_000).length).toBeLessThanOrEqual(10);
    expect(rates.top(90_000)).toContainEqual({ user: 'bob', client: 'orchctl', perSecond: 200 });
  });

  it('of the name of a user 256 characters count', () => {
    const rates = new ClientRates(0);
    const long = 'u'.repeat(256);
    for (const end of ['a', 'b']) rates.count(long + end, AGENT, 0);
    expect(rates.top(1_000)).toEqual([{ user: long, client: 'orchctl', perSecond: 2 }]);
  });

  it('a user agent without a product at its start is of no client', () => {
    const rates = new ClientRates(0);
    for (const agent of ['', ' x', '/', '<b>/1', `${'a'.repeat(41)}/1`, 'é/1']) rates.count('ann', agent, 0);
    rates.count('ann', 'Mozilla/5.0 (X11)', 0);
    expect(rates.top(1_000)).toEqual([
      { user: 'ann', client: '', perSecond: 6 },
      { user: 'ann', client: 'Mozilla', perSecond: 1 },
    ]);
  });
});
