import { inTurns } from './in-turns.js';

describe('work in turns', () => {
  it('lets others have their turn between two steps, and ends with what the work gives', async () => {
    const seen: string[] = [];
    const other = (): void => {
      seen.push('other');
      if (seen.length < 6) setImmediate(other);
    };
    setImmediate(other);
    function* work(): Generator<undefined, string> {
      for (let step = 1; step <= 3; step++) {
        seen.push(`step ${step}`);
        yield undefined;
      }
      return 'done';
    }
    await expect(inTurns(work(), 0)).resolves.toBe('done');
    expect(seen.slice(0, 6)).toEqual(['other', 'step 1', 'other', 'step 2', 'other', 'step 3']);
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
        yield;
      }
      running--;
    }
    setImmediate(nextTurn);
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => inTurns(work(name), 0)));
    const worked = turns.filter((names) => names.length > 0);
    expect(worked.map((names) => names.length)).toEqual(worked.map(() => 1));
    expect(worked.slice(0, 6).flat()).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
  });

  it('fails as the work does', async () => {
    // eslint-disable-next-line require-yield
    function* work(): Generator<undefined, string> {
      throw new Error('no such kind');
    }
    await expect(inTurns(work())).rejects.toThrow('no such kind');
  });
});
