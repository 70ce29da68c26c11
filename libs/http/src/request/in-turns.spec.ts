/** @jest-environment node */
import { type Flow, OWN_FLOW } from './fair-queue.js';
import { atOnceOrInTurns, inOneStep, inTurns, type Pause } from './in-turns.js';

const flow: Flow = { name: 'ann', exempt: false };

describe('work in turns', () => {
  let nowMs = 0;
  beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => nowMs));
  afterEach(() => jest.restoreAllMocks());
  /** The share of all works in a turn. */
  const longStep = (): number => (nowMs += 8);

  it('yields to others between two steps, and resolves with the result of the work', async () => {
    const seen: string[] = [];
    const other = (): void => {
      seen.push('other');
      if (seen.length < 6) setImmediate(other);
    };
    setImmediate(other);
    function* work(): Generator<undefined, string> {
      for (let step = 1; step <= 3; step++) {
        seen.push(`step ${step}`);
        longStep();
        yield undefined;
      }
      return 'done';
    }
    await expect(inTurns(work(), { flow })).resolves.toBe('done');
    expect(seen.slice(0, 6)).toEqual(['other', 'step 1', 'other', 'step 2', 'other', 'step 3']);
  });

  it.each([
    ['in turns', inTurns],
    ['at once', (work: Generator<Pause, string>, options: { flow: Flow }) => atOnceOrInTurns(work, () => options)],
  ])('waits for what a step yields, without the time of others: %s', async (_how, start) => {
    const seen: string[] = [];
    let make = (): void => undefined;
    const made = new Promise<void>((resolve) => (make = resolve));
    function* work(): Generator<Pause, string> {
      seen.push('asks');
      yield made;
      seen.push('goes on');
      return 'done';
    }
    const result = start(work(), { flow });
    await inOneStep(() => seen.push('other'), { flow });
    expect(seen).toEqual(['asks', 'other']);
    make();
    await expect(result).resolves.toBe('done');
    expect(seen).toEqual(['asks', 'other', 'goes on']);
  });

  it('gives all works together one share of a turn', async () => {
    const turns: string[][] = [[]];
    const nextTurn = (): void => {
      turns.push([]);
      if (running > 0) setImmediate(nextTurn);
    };
    let running = 5;
    function* work(name: string): Generator<undefined, void> {
      for (let step = 0; step < 3; step++) {
        turns.at(-1)!.push(name);
        longStep();
        yield;
      }
      running--;
    }
    setImmediate(nextTurn);
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => inTurns(work(name), { flow: { name, exempt: false } })));
    const worked = turns.filter((names) => names.length > 0);
    expect(worked.map((names) => names.length)).toEqual(worked.map(() => 1));
    expect(worked.slice(0, 5).flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('runs several short works in one turn, also consecutive ones of a request', async () => {
    const turns: string[][] = [[]];
    let running = 20;
    const nextTurn = (): void => {
      turns.push([]);
      if (running > 0) setImmediate(nextTurn);
    };
    setImmediate(nextTurn);
    const one = async (name: string): Promise<void> => {
      for (let count = 0; count < 5; count++) {
        await inOneStep(
          () => {
            turns.at(-1)!.push(name);
            nowMs += 0.25;
          },
          { flow },
        );
      }
      running--;
    };
    await Promise.all(Array.from({ length: 20 }, (_, n) => one(`${n}`)));
    const worked = turns.filter((names) => names.length > 0);
    // 100 works of 0.25 ms, 8 ms in a turn.
    expect(worked.map((names) => names.length)).toEqual([32, 32, 32, 4]);
  });

  it('gives the first steps of works that begin in one turn one share of it', async () => {
    const firstSteps: number[] = [0];
    let running = 20;
    const nextTurn = (): void => {
      firstSteps.push(0);
      if (running > 0) setImmediate(nextTurn);
    };
    function* work(): Generator<undefined, void> {
      firstSteps[firstSteps.length - 1]! += 1;
      nowMs += 2;
      yield;
      running--;
    }
    setImmediate(nextTurn);
    await Promise.all(Array.from({ length: 20 }, async () => atOnceOrInTurns(work(), () => ({ flow }))));
    // The clock is read after the first of them: 2 ms, and four more.
    expect(firstSteps.filter((count) => count > 0)).toEqual([5, 4, 4, 4, 3]);
  });

  it('rejects with the error of the work', async () => {
    // eslint-disable-next-line require-yield
    function* work(): Generator<undefined, string> {
      throw new Error('no such kind');
    }
    await expect(inTurns(work(), { flow })).rejects.toThrow('no such kind');
  });

  const started: string[] = [];
  beforeEach(() => (started.length = 0));
  function* work(name: string, steps = 3): Generator<undefined, string> {
    for (let step = 0; step < steps; step++) {
      started.push(name);
      longStep();
      yield;
    }
    return name;
  }
  const run = (name: string, of: Flow, more: { signal?: AbortSignal; isNew?: boolean } = {}) =>
    inTurns(work(name), { flow: of, ...more });

  it('completes one work of a flow before the next, and continues a request before a new one', async () => {
    await Promise.all([
      run('new 1', flow, { isNew: true }).then(() => run('rest of 1', flow)),
      run('new 2', flow, { isNew: true }),
    ]);
    expect([...new Set(started)]).toEqual(['new 1', 'rest of 1', 'new 2']);
    expect(started).toHaveLength(9);
  });

  it('exempt flows go first', async () => {
    await Promise.all([run('ann', flow), run('own', OWN_FLOW)]);
    expect([...new Set(started)]).toEqual(['own', 'ann']);
  });

  it('ends between two steps when its signal is aborted, also while it waits', async () => {
    const gone = new AbortController();
    const waiting = Promise.allSettled([
      run('first', OWN_FLOW).then(() => gone.abort()),
      run('gone', flow, { signal: gone.signal }),
      run('last', flow),
    ]);
    expect((await waiting).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(started).not.toContain('gone');
    await expect(run('late', flow, { signal: gone.signal })).rejects.toMatchObject({ code: 400 });
  });

  it('rejects new work of a flow with many waiting works, and accepts that of others', async () => {
    const all = Promise.allSettled(Array.from({ length: 136 }, (_, n) => run(`${n}`, flow, { isNew: true })));
    const other = run('other', { name: 'bob', exempt: false }, { isNew: true });
    const refused = (await all).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: { code: 429 } });
    expect(await other).toBe('other');
  });
});
