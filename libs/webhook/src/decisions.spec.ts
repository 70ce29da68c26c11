import { FakeClock } from '@orch/apimachinery';
import { type DecisionLimits, Decisions } from './decisions.js';

const MINUTE_MS = 60_000;

describe('cached decisions', () => {
  const make = (limits?: DecisionLimits, refusalLimits?: DecisionLimits) => {
    const clock = new FakeClock();
    const asked: string[] = [];
    const decisions = new Decisions<string>(clock, limits, refusalLimits);
    const get = (question: string, { ttlMs = MINUTE_MS, bytes = 10, refused = false, flow = 'jane' } = {}) =>
      decisions.get(
        question,
        () => flow,
        async () => {
          asked.push(question);
          return { decision: `${question}!`, refused, ttlMs, bytes };
        },
      );
    return { clock, asked, decisions, get };
  };

  it('are returned without a promise until they expire', async () => {
    const { clock, asked, get } = make();
    expect(await get('a')).toBe('a!');
    clock.advance(MINUTE_MS - 1);
    expect(get('a')).toBe('a!'); // no promise
    clock.advance(1);
    expect(await get('a')).toBe('a!');
    expect(asked).toEqual(['a', 'a']);
  });

  it('expire when the clock is set back', async () => {
    const { clock, asked, get } = make();
    await get('a');
    clock.advance(-60 * MINUTE_MS);
    await get('a');
    expect(asked).toEqual(['a', 'a']);
    expect(get('a')).toBe('a!');
  });

  it('share one call among concurrent requests', async () => {
    const { asked, get } = make();
    expect(await Promise.all([get('a'), get('b'), get('a'), get('a')])).toEqual(['a!', 'b!', 'a!', 'a!']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('do not share the call of another flow, and share what it has decided', async () => {
    const { asked, decisions, get } = make();
    const queued = decisions.get(
      'a',
      () => 'flood',
      () => new Promise(() => undefined),
    );
    expect(await get('a', { flow: 'probe' })).toBe('a!');
    expect(asked).toEqual(['a']);
    expect(queued).toBeInstanceOf(Promise);
    expect(get('a', { flow: 'flood' })).toBe('a!');
  });

  it('are not cached with a TTL of zero', async () => {
    const { asked, decisions, get } = make();
    for (const _ of [1, 2]) await get('a', { ttlMs: 0 });
    expect([asked.length, decisions.size]).toEqual([2, 0]);
  });

  it('reject all waiting requests on an error, which is not cached', async () => {
    const { clock, asked, get } = make();
    const decisions = new Decisions<string>(clock);
    let tries = 0;
    const failing = () =>
      decisions.get(
        'a',
        () => 'jane',
        () => {
          tries++;
          return Promise.reject(new Error('no'));
        },
      );
    const both = await Promise.allSettled([failing(), failing()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(failing()).rejects.toThrow('no');
    expect(tries).toBe(2);
    await get('a');
    expect(asked).toEqual(['a']);
  });

  it('are evicted by number, the least recently used first', async () => {
    const { asked, decisions, get } = make({ entries: 2, bytes: 1_000_000 });
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await get(question);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
    expect(decisions.size).toBe(2);
  });

  it('are evicted by memory', async () => {
    const { asked, decisions, get } = make({ entries: 1_000, bytes: 10_000 });
    for (const question of ['a', 'b', 'c', 'd']) await get(question, { bytes: 4_000 });
    expect(decisions.size).toBe(2);
    await get('huge', { bytes: 20_000 });
    expect(decisions.size).toBe(2);
    for (let i = 0; i < 200; i++) await get(`n${i}`);
    expect(decisions.size).toBeLessThanOrEqual(10_000 / 200);
    expect(asked).toHaveLength(205);
  });

  describe('with refusals', () => {
    const limits = { entries: 4, bytes: 1_000_000 };
    const refused = true;

    it('cache refusals separately: many refusals evict no granted decision', async () => {
      const { clock, asked, decisions, get } = make(limits, { ...limits, entries: 2 });
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

    it('limit refusals by default', async () => {
      const { asked, get } = make();
      await get('good');
      for (let i = 0; i <= 2_048; i++) await get(`made-up-${i}`, { refused });
      asked.length = 0;
      for (const question of ['good', 'made-up-1', 'made-up-0']) await get(question);
      expect(asked).toEqual(['made-up-0']);
    });

    it('replace the previous decision of the same request', async () => {
      const { clock, decisions, get } = make();
      for (const answer of [{}, { refused }, {}, { refused, ttlMs: 0 }]) {
        await get('a', answer);
        expect(decisions.size).toBe(answer.ttlMs === 0 ? 0 : 1);
        clock.advance(MINUTE_MS);
      }
    });
  });
});
