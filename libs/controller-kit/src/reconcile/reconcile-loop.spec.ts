import { FakeClock } from '@orch/apimachinery';
import { keyText, TurnShare, type ObjectKey } from '@orch/client';
import { RecordingLogger } from '../testing/recording-logger.js';
import { MemoryWorkQueue } from '../work-queue/memory-work-queue.js';
import { ReconcileLoop } from './reconcile-loop.js';
import { DONE, type Result } from './result.js';
import { TerminalError } from './terminal-error.js';

const key = (name: string): ObjectKey => ({ namespace: '', name });
/** Lets all promises that are settled run on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('ReconcileLoop', () => {
  let clock: FakeClock;
  let queue: MemoryWorkQueue;
  let logger: RecordingLogger;
  let stopping: AbortController;
  let ended: Promise<void>;
  /** Of the share of turns. Unit: milliseconds. */
  let workedMs: number;

  const start = (reconcile: (key: ObjectKey, signal: AbortSignal) => Promise<Result>, workers = 1): void => {
    const share = new TurnShare(() => workedMs);
    ended = new ReconcileLoop(queue, { reconcile }, logger, undefined, share).run(workers, stopping.signal);
  };
  beforeEach(() => {
    clock = new FakeClock();
    queue = new MemoryWorkQueue(clock);
    logger = new RecordingLogger();
    workedMs = 0;
    stopping = new AbortController();
  });
  afterEach(async () => {
    stopping.abort(new Error('over'));
    await ended;
  });

  it('a failure is tried again with growing pauses, and success forgets them', async () => {
    const outcomes = ['fail', 'fail', 'ok', 'fail', 'ok'];
    const turns: number[] = [];
    const begin = clock.now();
    start(async () => {
      turns.push(clock.now() - begin);
      if (outcomes[turns.length - 1] === 'fail') throw new Error('no');
      return DONE;
    });
    queue.add(key('a'));
    await settle();
    for (let ms = 0; ms < 20; ms++) {
      clock.advance(1);
      await settle();
    }
    expect(turns).toEqual([0, 5, 15]);
    queue.add(key('a'));
    await settle();
    clock.advance(5);
    await settle();
    expect(turns.slice(3)).toEqual([20, 25]);
    expect(logger.lines[1]).toMatchObject({ level: 'warn', fields: { key: 'a', failures: 2, retryAfterMs: 10 } });
  });

  it('handles a synchronous throw of a reconciler as a failure', async () => {
    let turns = 0;
    start(() => {
      if (++turns === 1) throw new RangeError('at once');
      return Promise.resolve(DONE);
    });
    queue.add(key('a'));
    await settle();
    clock.advance(5);
    await settle();
    expect(turns).toBe(2);
  });

  it('a TerminalError waits for the next change', async () => {
    let turns = 0;
    start(() => {
      turns++;
      return Promise.reject(new TerminalError('bad spec'));
    });
    queue.add(key('a'));
    await settle();
    clock.advance(10_000_000);
    await settle();
    expect(turns).toBe(1);
    expect(logger.lines).toMatchObject([{ level: 'error', fields: { key: 'a' } }]);
    queue.add(key('a'));
    await settle();
    expect(turns).toBe(2);
  });

  it('requeueAfterMs requeues the key, zero immediately', async () => {
    const waits = [0, 5_000];
    let turns = 0;
    start(() => Promise.resolve(turns < 2 ? { requeueAfterMs: waits[turns++]! } : (turns++, DONE)));
    queue.add(key('a'));
    await settle();
    expect(turns).toBe(2);
    clock.advance(4_999);
    await settle();
    expect(turns).toBe(2);
    clock.advance(1);
    await settle();
    expect(turns).toBe(3);
  });

  it('runs as many reconciles concurrently as workers, never two of one key', async () => {
    const open = new Map<string, () => void>();
    start((k) => {
      expect(open.has(keyText(k))).toBe(false);
      return new Promise((resolve) =>
        open.set(keyText(k), () => {
          open.delete(keyText(k));
          resolve(DONE);
        }),
      );
    }, 2);
    for (const name of ['a', 'b', 'c', 'a']) queue.add(key(name));
    await settle();
    queue.add(key('a'));
    await settle();
    expect([...open.keys()]).toEqual(['a', 'b']);
    open.get('a')!();
    await settle();
    expect([...open.keys()]).toEqual(['b', 'c']);
    open.get('b')!();
    await settle();
    expect([...open.keys()]).toEqual(['c', 'a']);
    for (const end of open.values()) end();
  });

  it('I/O and timers go on between reconciles that resolve at once', async () => {
    const seen: string[] = [];
    start(({ name }) => {
      seen.push(name);
      workedMs += 4;
      return Promise.resolve(DONE);
    }, 2);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) queue.add(key(name));
    const other = (): void => {
      seen.push('other');
      if (seen.includes('g')) return;
      setImmediate(other);
    };
    setImmediate(other);
    while (!seen.includes('g')) await settle();
    const between = seen.join(' ').split('other');
    expect(between.length).toBeGreaterThan(3);
    for (const keys of between) expect(keys.trim().split(' ').length).toBeLessThanOrEqual(3);
  });

  it('a key that waits for a turn at a stop is not reconciled', async () => {
    const seen: string[] = [];
    start(({ name }) => {
      seen.push(name);
      workedMs += 8;
      stopping.abort(new Error('over'));
      return Promise.resolve(DONE);
    }, 2);
    queue.add(key('a'));
    queue.add(key('b'));
    await ended;
    expect(seen).toEqual(['a']);
  });

  it('a stop aborts the turn, waits for it, and neither logs nor retries its failure', async () => {
    let aborted = false;
    start(
      (_key, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason as Error);
          }),
        ),
    );
    queue.add(key('a'));
    await settle();
    stopping.abort(new Error('over'));
    await ended;
    expect(aborted).toBe(true);
    expect(logger.lines).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
