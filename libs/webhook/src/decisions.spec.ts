import { FakeClock } from '@orch/apimachinery';
import type { DecisionLimits } from './decision-cache.js';
import { Decisions } from './decisions.js';

const MINUTE_MS = 60_000;

describe('decisions that are kept', () => {
  const make = (limits?: DecisionLimits, refusalLimits?: DecisionLimits) => {
    const clock = new FakeClock();
    const asked: string[] = [];
    const decisions = new Decisions<string>(clock, limits, refusalLimits);
    const get = (question: string, { ttlMs = MINUTE_MS, bytes = 10, refused = false } = {}) =>
      decisions.get(question, async () => {
        asked.push(question);
        return { decision: `${question}!`, refused, ttlMs, bytes };
      });
    return { clock, asked, decisions, get };
  };

  it('are there at once, until their time is over', async () => {
    const { clock, asked, get } = make();
    expect(await get('a')).toBe('a!');
    clock.advance(MINUTE_MS - 1);
    expect(get('a')).toBe('a!'); // no promise
    clock.advance(1);
    expect(await get('a')).toBe('a!');
    expect(asked).toEqual(['a', 'a']);
  });

  it('are asked for once, however many wait', async () => {
    const { asked, get } = make();
    expect(await Promise.all([get('a'), get('b'), get('a'), get('a')])).toEqual(['a!', 'b!', 'a!', 'a!']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('are not kept without time', async () => {
    const { asked, decisions, get } = make();
    for (const _ of [1, 2]) await get('a', { ttlMs: 0 });
    expect([asked.length, decisions.size]).toEqual([2, 0]);
  });

  it('are not made by an error, which all who wait get', async () => {
    const { clock, asked, get } = make();
    const decisions = new Decisions<string>(clock);
    let tries = 0;
    const failing = () =>
      decisions.get('a', () => {
        tries++;
        return Promise.reject(new Error('no'));
      });
    const both = await Promise.allSettled([failing(), failing()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(failing()).rejects.toThrow('no');
    expect(tries).toBe(2);
    await get('a');
    expect(asked).toEqual(['a']);
  });

  it('go when there are too many, those asked for longest ago first', async () => {
    const { asked, decisions, get } = make({ entries: 2, bytes: 1_000_000 });
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await get(question);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
    expect(decisions.size).toBe(2);
  });

  it('go when they take too much memory, however few they are', async () => {
    const { asked, decisions, get } = make({ entries: 1_000, bytes: 10_000 });
    for (const question of ['a', 'b', 'c', 'd']) await get(question, { bytes: 4_000 });
    expect(decisions.size).toBe(2);
    await get('huge', { bytes: 20_000 });
    expect(decisions.size).toBe(0);
    for (let i = 0; i < 200; i++) await get(`n${i}`);
    expect(decisions.size).toBeLessThanOrEqual(10_000 / 200);
    expect(asked).toHaveLength(205);
  });

  describe('of which some are refusals', () => {
    const room = { entries: 4, bytes: 1_000_000 };
    const refused = true;

    it('hold as long, in a smaller room: many refusals displace no other decision', async () => {
      const { clock, asked, decisions, get } = make(room, { ...room, entries: 2 });
      for (const question of ['a', 'b', 'c', 'd']) await get(question);
      for (let i = 0; i < 10; i++) await get(`made-up-${i}`, { refused });
      expect(decisions.size).toBe(6);
      asked.length = 0;
      for (const question of ['a', 'b', 'c', 'd', 'made-up-8', 'made-up-9', 'made-up-0']) await get(question);
      expect(asked).toEqual(['made-up-0']);
      clock.advance(MINUTE_MS);
      await get('made-up-9', { refused });
      expect(asked).toEqual(['made-up-0', 'made-up-9']);
    });

    it('are few where nobody says how many', async () => {
      const { asked, get } = make();
      await get('good');
      for (let i = 0; i <= 2_048; i++) await get(`made-up-${i}`, { refused });
      asked.length = 0;
      for (const question of ['good', 'made-up-1', 'made-up-0']) await get(question);
      expect(asked).toEqual(['made-up-0']);
    });

    it('take the place of what was decided before, and give it back', async () => {
      const { clock, decisions, get } = make();
      for (const answer of [{}, { refused }, {}, { refused, ttlMs: 0 }]) {
        await get('a', answer);
        expect(decisions.size).toBe(answer.ttlMs === 0 ? 0 : 1);
        clock.advance(MINUTE_MS);
      }
    });
  });
});
