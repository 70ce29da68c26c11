import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Flow } from '@orch/http';
import { PastReads } from './past-reads.js';

const lasting = () => new AbortController().signal;
const user = (name: string): Flow => ({ name, exempt: false });

/** Reads that end when `end` is called, and the names of those that have begun. */
function reads() {
  const past = new PastReads();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (flow: Flow, name: string, aborted = lasting()) =>
    past.run(flow, aborted, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  return { start, begun, end: (name: string) => ends.get(name)!() };
}

describe('PastReads', () => {
  it('runs one read of a user at a time, and two of all users, who take turns', async () => {
    const { start, begun, end } = reads();
    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => start(user(name[0]!), name));
    await nextTurn();
    expect(begun).toEqual(['a1', 'b1']);
    for (const [ended, next] of [['a1', 'a2'], ['b1', 'c1'], ['a2', 'a3']] as const) {
      end(ended);
      await nextTurn();
      expect(begun.at(-1)).toBe(next);
    }
    end('c1');
    end('a3');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  }); // prettier-ignore

  it('goes on after a read that fails', async () => {
    const past = new PastReads();
    const failed = past.run(user('a'), lasting(), () => Promise.reject(new Error('compacted')));
    const next = past.run(user('a'), lasting(), () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('compacted');
    expect(await next).toBe('next');
  });

  it('does not begin a read whose client left, and refuses the 65th that waits of a user', async () => {
    const { start, begun, end } = reads();
    const first = start(user('a'), 'first');
    const leaving = new AbortController();
    const left = start(user('a'), 'left', leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ reason: 'BadRequest' });
    const waiting = Array.from({ length: 64 }, (_, n) => start(user('a'), `w${n}`));
    await expect(start(user('a'), 'too many')).rejects.toMatchObject({ reason: 'TooManyRequests' });
    waiting.forEach((promise) => void promise.catch(() => undefined));
    await nextTurn();
    end('first');
    await first;
    await nextTurn();
    expect(begun).toEqual(['first', 'w0']);
  });
});
