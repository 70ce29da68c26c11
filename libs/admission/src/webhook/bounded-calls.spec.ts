import { callBounded } from './bounded-calls.js';

const items = Array.from({ length: 100 }, (_, index) => index);
const never = { pause: { isDue: false }, nextTurn: () => Promise.resolve() };

describe('calls of one request', () => {
  it('are all made, sixteen at once', async () => {
    const ends = new Map<number, () => void>();
    const made: number[] = [];
    const call = (item: number) =>
      new Promise<void>((resolve) => {
        made.push(item);
        ends.set(item, resolve);
      });
    const done = callBounded(items, never, call);
    const highest: number[] = [];
    while (ends.size > 0) {
      highest.push(ends.size);
      const [[item, end]] = ends as unknown as [[number, () => void]];
      ends.delete(item);
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    expect(made).toEqual(items);
    expect(Math.max(...highest)).toBe(16);
  });

  it('are all made when some fail, and the first failure in order is thrown', async () => {
    const made: number[] = [];
    const call = async (item: number) => {
      made.push(item);
      if (item === 3) await new Promise((resolve) => setImmediate(resolve));
      if (item === 3 || item === 50) throw new Error(`failure ${item}`);
    };
    await expect(callBounded(items, never, call)).rejects.toThrow('failure 3');
    expect(made).toEqual(items);
  });

  it('have pauses between them when they take long to begin', async () => {
    const nextTurn = jest.fn(() => Promise.resolve());
    await callBounded(items, { pause: { isDue: true }, nextTurn }, () => Promise.resolve());
    expect(nextTurn).toHaveBeenCalledTimes(100);
  });

  it('begin in turns of their own when each takes long to begin', async () => {
    let [hasWorked, inTurn, most] = [false, 0, 0];
    const pause = {
      get isDue() {
        const isDue = hasWorked;
        hasWorked = false;
        return isDue;
      },
    };
    const nextTurn = () =>
      new Promise<void>((resolve) => {
        setImmediate(() => {
          inTurn = 0;
          resolve();
        });
      });
    await callBounded(items, { pause, nextTurn }, () => {
      hasWorked = true;
      most = Math.max(most, ++inTurn);
      return Promise.resolve();
    });
    expect(most).toBe(1);
  });

  it('know how long they waited for others: not those that begin at once', async () => {
    const waited: number[] = [];
    await callBounded(items, never, async (_item, _index, waitedMs) => {
      waited.push(waitedMs);
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(waited.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 0));
    expect(Math.min(...waited.slice(16))).toBeGreaterThan(0);
  });
});
