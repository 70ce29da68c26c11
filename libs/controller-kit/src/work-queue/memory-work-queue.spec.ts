import { FakeClock, systemClock } from '@orch/apimachinery';
import { keyText, parseKeyText, type ObjectKey } from '@orch/client';
import fc from 'fast-check';
import { MemoryWorkQueue } from './memory-work-queue.js';
import { RateLimiter } from './rate-limiter.js';
import type { Retry } from './work-queue.js';
import { workQueueContract } from './work-queue-contract.fixture.js';

const key = (name: string): ObjectKey => ({ namespace: 'ns', name });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

workQueueContract('in memory', (backoff) => new MemoryWorkQueue(systemClock, new RateLimiter(backoff)));

describe('MemoryWorkQueue', () => {
  let clock: FakeClock;
  let queue: MemoryWorkQueue;
  const next = async () => (await queue.take())?.key;
  beforeEach(() => {
    clock = new FakeClock();
    queue = new MemoryWorkQueue(clock);
  });

  it('returns keys of a namespace in order of arrival, equal keys once', async () => {
    for (const name of ['a', 'b', 'a', 'c']) queue.add(key(name));
    expect(queue.length).toBe(3);
    expect([await next(), await next(), await next()]).toEqual([key('a'), key('b'), key('c')]);
  });

  it('thousands of keys of one namespace delay those of another, and cluster-scoped ones, by one each time', async () => {
    for (let n = 0; n < 10_000; n++) queue.add(key(`k${n}`));
    const others = ['other/a', 'other/b', 'node-1', 'node-2'];
    for (const text of others) queue.add(parseKeyText(text));
    const taken: string[] = [];
    for (let n = 0; n < 7; n++) taken.push(keyText((await next())!));
    expect(taken).toEqual(['ns/k0', 'other/a', 'node-1', 'ns/k1', 'other/b', 'node-2', 'ns/k2']);
    expect(queue.length).toBe(9_997);
  });

  it('a key that is added again while it is processed waits behind the others of its namespace', async () => {
    for (const name of ['a', 'b']) queue.add(key(name));
    queue.add({ namespace: 'other', name: 'c' });
    const first = (await next())!;
    queue.add(first);
    queue.done(first);
    expect([await next(), await next(), await next()]).toEqual([{ namespace: 'other', name: 'c' }, key('b'), key('a')]);
  });

  it('returns a cluster-scoped key unchanged', async () => {
    queue.add({ namespace: '', name: 'n' });
    expect(await next()).toEqual({ namespace: '', name: 'n' });
  });

  it('requeues a key once when it is added while being processed', async () => {
    queue.add(key('a'));
    await queue.take();
    queue.add(key('a'));
    queue.add(key('a'));
    expect(queue.length).toBe(0);
    queue.done(key('a'));
    expect(await next()).toEqual(key('a'));
    queue.done(key('a'));
    expect(queue.length).toBe(0);
  });

  it('a waiting worker gets the next key', async () => {
    const taken = next();
    queue.add(key('a'));
    expect(await taken).toEqual(key('a'));
  });

  it('addAfter delays; the earliest of several delays counts', async () => {
    queue.addAfter(key('a'), 100);
    queue.addAfter(key('a'), 50);
    queue.addAfter(key('a'), 200);
    clock.advance(49);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(queue.length).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('keeps a delayed add when the key is added before it is due', async () => {
    queue.addAfter(key('a'), 100);
    queue.add(key('a'));
    queue.done((await next())!);
    clock.advance(100);
    expect(await next()).toEqual(key('a'));
  });

  it('adds a rate-limited key after its delay', () => {
    expect(queue.addRateLimited(key('a'))).toEqual({ failures: 1, afterMs: 5 });
    clock.advance(4);
    expect(queue.length).toBe(0);
    clock.advance(1);
    expect(queue.length).toBe(1);
  });

  it('a key that events woke again and again while it failed comes back soon after, not after the maximum', async () => {
    const fail = async (): Promise<Retry> => (await queue.take())!.retry();
    for (let event = 0; event < 100; event++) {
      queue.add(key('a'));
      await fail();
    }
    clock.advance(5);
    expect(queue.length).toBe(1);
    expect(await fail()).toEqual({ failures: 2, afterMs: 10 });
  });

  it('close ends waiting takes, drops queued keys, and resolves when the last key is done', async () => {
    queue.add(key('a'));
    await queue.take();
    const waiting = queue.take();
    queue.addAfter(key('b'), 10);
    let closed = false;
    const closing = queue.close().then(() => (closed = true));
    expect(await waiting).toBeUndefined();
    queue.add(key('c'));
    expect(await queue.take()).toBeUndefined();
    expect(clock.pending).toBe(0);
    await settle();
    expect(closed).toBe(false);
    queue.done(key('a'));
    await closing;
  });

  it('rejects done for a key that is not being processed', () => {
    expect(() => queue.done(key('a'))).toThrow('key ns/a is not being processed');
  });

  it('in any sequence of events no key is processed twice at a time, and no add is lost', async () => {
    type Step = { do: 'add' | 'after' | 'limited' | 'take' | 'done' | 'time'; name: string; ms: number };
    const step = fc.record<Step>({
      do: fc.constantFrom('add', 'add', 'after', 'limited', 'take', 'take', 'done', 'time'),
      name: fc.constantFrom('a', 'b', 'c'),
      ms: fc.integer({ min: 0, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const time = new FakeClock();
        const q = new MemoryWorkQueue(time);
        const inHands = new Set<string>();
        /** Adds since the last turn of the key began. */
        const owed = new Set<string>();
        const take = async (): Promise<boolean> => {
          if (q.length === 0) return false;
          const text = keyText((await q.take())!.key);
          expect(inHands.has(text)).toBe(false);
          inHands.add(text);
          owed.delete(text);
          return true;
        };
        const done = (text: string): void => {
          if (inHands.delete(text)) q.done({ namespace: 'ns', name: text.slice(3) });
        };
        for (const { do: action, name, ms } of steps) {
          if (action === 'take') await take();
          else if (action === 'done') done(`ns/${name}`);
          else if (action === 'time') time.advance(ms);
          else {
            owed.add(`ns/${name}`);
            if (action === 'add') q.add(key(name));
            else if (action === 'after') q.addAfter(key(name), ms);
            else q.addRateLimited(key(name));
          }
        }
        // Give it all the time it wants: every add must have had a turn that began after it.
        for (let more = true; more;) {
          for (const text of inHands) done(text);
          time.advance(1_000_000);
          more = await take();
        }
        expect([...owed]).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
