import type { ObjectKey } from '@orch/client';
import type { RateLimiterOptions } from './rate-limiter.js';
import type { TakenKey, WorkQueue } from './work-queue.js';

/** Longer than a test. */
const HOUR_MS = 3_600_000;

const key = (name: string): ObjectKey => ({ namespace: 'ns', name });

/** A queue under test. */
class TestedQueue {
  queue!: WorkQueue;

  constructor(private readonly open: (backoff?: RateLimiterOptions) => Promise<WorkQueue> | WorkQueue) {}

  async begin(workers: number, backoff?: RateLimiterOptions): Promise<void> {
    this.queue = await this.open(backoff);
    this.queue.start(workers);
  }

  /** The next key, which must be `name`. */
  async taken(name: string): Promise<TakenKey> {
    const next = await this.queue.take();
    expect(next?.key).toEqual(key(name));
    return next!;
  }
}

/** What every work queue promises. @param open makes an empty queue, closed by the caller after the test. */
export function workQueueContract(
  form: string,
  open: (backoff?: RateLimiterOptions) => Promise<WorkQueue> | WorkQueue,
): void {
  describe(`work queue contract: ${form}`, () => {
    const tested = new TestedQueue(open);
    orderOfKeys(tested);
    failures(tested);
    delays(tested);
    endAndFigures(tested);
    concurrency(tested);
  });
}

function orderOfKeys(tested: TestedQueue): void {
  it('hands out keys of a namespace in order of arrival, equal keys once', async () => {
    await tested.begin(1);
    for (const name of ['a', 'b', 'a', 'c', 'end']) tested.queue.add(key(name));
    for (const name of ['a', 'b', 'c', 'end']) await (await tested.taken(name)).succeed();
  });

  it('hands out keys unchanged: of the cluster scope, with colons and slashes', async () => {
    await tested.begin(1);
    const keys = [
      { namespace: '', name: 'n' },
      { namespace: 'ns', name: 'a.b-c' },
      { namespace: '', name: 'system:node:a' },
      { namespace: '', name: 'a/b' },
    ];
    for (const each of keys) tested.queue.add(each);
    for (const each of keys) {
      const next = await tested.queue.take();
      expect(next?.key).toEqual(each);
      await next?.succeed();
    }
  });

  it('keys of a namespace delay those of another by one each time', async () => {
    await tested.begin(1);
    for (let n = 0; n < 500; n++) tested.queue.add(key(`flood-${n}`));
    // All of them are queued, and some were processed.
    while ((await tested.queue.depth()) < 490) await new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 20; n++) await (await tested.taken(`flood-${n}`)).succeed();
    const depth = await tested.queue.depth();
    for (const name of ['a', 'b', 'c']) tested.queue.add({ namespace: 'other', name });
    // One may leave the queue meanwhile, for the worker.
    while ((await tested.queue.depth()) < depth + 2) await new Promise((resolve) => setImmediate(resolve));
    const order: string[] = [];
    while (order.length < 12) {
      const next = (await tested.queue.take())!;
      order.push(next.key.namespace);
      await next.succeed();
    }
    expect([order.filter((name) => name === 'other').length, order.indexOf('other') <= 2]).toEqual([3, true]);
    expect(order.join(' ')).not.toContain('other other');
  });

  it('a key added while it is processed is processed once more, after that', async () => {
    await tested.begin(2);
    tested.queue.add(key('a'));
    const first = await tested.taken('a');
    for (const name of ['a', 'a', 'b']) tested.queue.add(key(name));
    await (await tested.taken('b')).succeed();
    const next = tested.queue.take();
    tested.queue.add(key('c'));
    expect((await next)?.key).toEqual(key('c'));
    await (await next)?.succeed();
    await first.succeed();
    await (await tested.taken('a')).succeed();
    tested.queue.add(key('end'));
    await (await tested.taken('end')).succeed();
  });
}

function failures(tested: TestedQueue): void {
  it('a key added while it fails is processed again without its backoff', async () => {
    await tested.begin(2, { firstMs: HOUR_MS, maxMs: HOUR_MS });
    tested.queue.add(key('a'));
    const first = await tested.taken('a');
    tested.queue.add(key('a'));
    tested.queue.add(key('b'));
    await (await tested.taken('b')).succeed();
    expect(await first.retry()).toEqual({ failures: 1, afterMs: HOUR_MS });
    await (await tested.taken('a')).succeed();
  });

  it('failures double the backoff of a key until it succeeds', async () => {
    await tested.begin(1);
    tested.queue.add(key('a'));
    expect(await (await tested.taken('a')).retry()).toEqual({ failures: 1, afterMs: 5 });
    expect(await (await tested.taken('a')).retry()).toEqual({ failures: 2, afterMs: 10 });
    expect(await (await tested.taken('a')).retry()).toEqual({ failures: 3, afterMs: 20 });
    await (await tested.taken('a')).succeed();
    tested.queue.add(key('a'));
    expect(await (await tested.taken('a')).retry()).toEqual({ failures: 1, afterMs: 5 });
    await (await tested.taken('a')).succeed();
    expect(tested.queue.counts.retries).toBe(4);
  });

  it('failures of a key that events wake do not lengthen its backoff', async () => {
    await tested.begin(1, { firstMs: HOUR_MS, maxMs: 100 * HOUR_MS });
    const failures: number[] = [];
    const delays: number[] = [];
    for (let event = 0; event < 10; event++) {
      tested.queue.add(key('a'));
      const retry = await (await tested.taken('a')).retry();
      failures.push(retry.failures);
      delays.push(retry.afterMs);
    }
    expect(new Set(failures)).toEqual(new Set([1]));
    expect(Math.max(...delays)).toBeLessThanOrEqual(HOUR_MS);
    await tested.queue.close();
  });

  it('a key that always fails does not starve others', async () => {
    await tested.begin(1, { firstMs: 1, maxMs: 1 });
    tested.queue.add(key('poison'));
    const names = Array.from({ length: 50 }, (_, n) => `k${n}`);
    for (const name of names) tested.queue.add(key(name));
    const seen = new Set<string>();
    while (seen.size < names.length) {
      const next = (await tested.queue.take())!;
      if (next.key.name === 'poison') await next.retry();
      else {
        seen.add(next.key.name);
        await next.succeed();
      }
    }
    expect([...seen]).toEqual(names);
  });
}

function delays(tested: TestedQueue): void {
  it('a delayed key lets others pass and comes when it is due', async () => {
    await tested.begin(1);
    tested.queue.add(key('a'));
    await (await tested.taken('a')).succeed(500);
    tested.queue.add(key('b'));
    await (await tested.taken('b')).succeed();
    await (await tested.taken('a')).succeed(0);
    await (await tested.taken('a')).succeed();
  });

  it('an add of a delayed key queues it at once', async () => {
    await tested.begin(1);
    tested.queue.add(key('a'));
    await (await tested.taken('a')).succeed(HOUR_MS);
    tested.queue.add(key('a'));
    await (await tested.taken('a')).succeed();
  });

  it('a released key is handed out again', async () => {
    await tested.begin(1);
    tested.queue.add(key('a'));
    await (await tested.taken('a')).release();
    await (await tested.taken('a')).succeed();
  });
}

function endAndFigures(tested: TestedQueue): void {
  it('close ends waiting takes and resolves when the taken keys have ended', async () => {
    await tested.begin(2);
    tested.queue.add(key('a'));
    const first = await tested.taken('a');
    const waiting = tested.queue.take();
    let closed = false;
    const closing = tested.queue.close().then(() => (closed = true));
    expect(await waiting).toBeUndefined();
    expect(await tested.queue.take()).toBeUndefined();
    expect(closed).toBe(false);
    await first.release();
    await closing;
  });

  it('shows depth, adds, times in the queue and of running work', async () => {
    await tested.begin(1);
    const waits: number[] = [];
    tested.queue.onTaken = (seconds) => waits.push(seconds);
    tested.queue.add(key('a'));
    const first = await tested.taken('a');
    tested.queue.add(key('b'));
    tested.queue.add(key('c'));
    while ((await tested.queue.depth()) < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(tested.queue.processingSeconds).toHaveLength(1);
    expect(tested.queue.processingSeconds[0]).toBeGreaterThanOrEqual(0);
    await first.succeed();
    for (const name of ['b', 'c']) await (await tested.taken(name)).succeed();
    expect(tested.queue.processingSeconds).toEqual([]);
    expect(await tested.queue.depth()).toBe(0);
    expect(tested.queue.counts).toEqual({ adds: 3, retries: 0 });
    expect(waits).toHaveLength(3);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
  });
}

function concurrency(tested: TestedQueue): void {
  it('with several workers no key is processed twice at a time, and no add is lost', async () => {
    const workers = 4;
    await tested.begin(workers);
    const inHands = new Set<string>();
    /** Adds of a key since its last processing began. */
    const owed = new Set<string>();
    const overlaps: string[] = [];
    let left = 400;
    const addOne = (): void => {
      const name = `k${left-- % 13}`;
      owed.add(name);
      tested.queue.add(key(name));
    };
    const work = async (): Promise<void> => {
      for (let next = await tested.queue.take(); next; next = await tested.queue.take()) {
        const { name } = next.key;
        if (inHands.has(name)) overlaps.push(name);
        inHands.add(name);
        owed.delete(name);
        await new Promise((resolve) => setImmediate(resolve));
        if (left > 0) addOne();
        inHands.delete(name);
        if (left % 7 === 0) await next.retry();
        else await next.succeed();
        if (left <= 0 && owed.size === 0) void tested.queue.close();
      }
    };
    for (let n = 0; n < 20; n++) addOne();
    await Promise.all(Array.from({ length: workers }, work));
    expect(overlaps).toEqual([]);
    expect([...owed]).toEqual([]);
  });
}
