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
  it('fails as the work does', async () => {
    // eslint-disable-next-line require-yield
    function* work(): Generator<undefined, string> {
      throw new Error('no such kind');
    }
    await expect(inTurns(work())).rejects.toThrow('no such kind');
  });
});
