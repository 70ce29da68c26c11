import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock, type ApiError } from '@orch/apimachinery';
import type { ConversionCalls } from '@orch/registry';
import type { EncodedAnswer } from './messages.js';
import type { ThreadTask } from './object-thread.js';
import { ObjectThreads } from './object-threads.js';
import type { WriteSession } from './write-session.js';

/** Tasks of revision 1 ask the webhook, those of revision 2 compute for ever, those of revision 3 end the thread, others end at once. A thread of another vocabulary than `started` does not start. */
const SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads');
if (workerData.vocabulary === 'started') parentPort.postMessage({ type: 'ready' });
else for (;;);
const result = { body: new Uint8Array(0), json: undefined };
parentPort.on('message', ({ type, task, convert }) => {
  if (type === 'answer') parentPort.postMessage({ type: 'done', task, result });
  else if (convert.revision === 1)
    parentPort.postMessage({ type: 'call', task, call: 1, request: { kind: 'exchange', review: new Uint8Array(0), objects: 1 } });
  else if (convert.revision === 3) process.exit(7);
  else if (convert.revision !== 2) parentPort.postMessage({ type: 'done', task, result });
});`;

describe('ObjectThreads', () => {
  let directory: string;
  let clock: FakeClock;
  let threads: ObjectThreads;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-thread-'));
    await writeFile(join(directory, 'worker.js'), SCRIPT);
  });
  afterAll(() => rm(directory, { recursive: true }));
  beforeEach(() => {
    clock = new FakeClock();
    threads = threadsOf('started');
  });
  afterEach(() => threads.close());

  const threadsOf = (vocabulary: string): ObjectThreads =>
    new ObjectThreads(join(directory, 'worker.js'), { vocabulary, emulatedMinor: 0, features: [] }, clock);
  const task = (revision: number, more: Partial<ThreadTask> = {}): ThreadTask => ({
    flow: { name: 'u', exempt: false },
    signal: undefined,
    begin: (id) => {
      const resource = { group: '', version: '', resource: '' };
      return {
        type: 'convert',
        task: id,
        convert: { resource, custom: undefined, bytes: new Uint8Array(0), revision },
      };
    },
    ...more,
  });
  const run = (...args: Parameters<typeof task>) =>
    threads.run<EncodedAnswer>(task(...args)).then(
      () => 'done',
      (error: Error) => error.message,
    );

  /** A webhook that answers when it is released. */
  function webhook(count: number) {
    let release: () => void = () => undefined;
    const held = new Promise<Uint8Array>((resolve) => (release = () => resolve(new Uint8Array(0))));
    let called = 0;
    let allCalled: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (allCalled = resolve));
    const calls: ConversionCalls = {
      inPlace: (convert) =>
        convert(() => {
          if (++called === count) allCalled();
          return held;
        }),
      finished: () => undefined,
    };
    return { calls, waiting, release: () => release() };
  }

  it('gives the places of tasks that wait for a webhook to others', async () => {
    const { calls, waiting, release } = webhook(4);
    const stuck = Array.from({ length: 6 }, () => run(1, { lane: 'a', calls }));
    await waiting;
    expect(await Promise.all(Array.from({ length: 6 }, () => run(0)))).toEqual(Array(6).fill('done'));
    release();
    expect(await Promise.all(stuck)).toEqual(Array(6).fill('done'));
  });

  /** Runs tasks, and keeps the order in which they end. */
  function ordered() {
    const ended: string[] = [];
    const runAs = (name: string, revision: number, more: Partial<ThreadTask> = {}): Promise<unknown> =>
      run(revision, { flow: { name, exempt: false }, ...more }).then(() => ended.push(name));
    return { ended, runAs };
  }

  /** Computes in one of the threads for ever, so that the others share one. */
  const occupyOne = (): void => void run(2, { flow: { name: 'occupies', exempt: false } });

  it('begins one task of each user in turn, however many one of them has sent', async () => {
    occupyOne();
    const { ended, runAs } = ordered();
    await Promise.all([...Array.from({ length: 6 }, () => runAs('many', 0)), runAs('one', 0)]);
    // One was begun at once.
    expect(ended.indexOf('one')).toBe(1);
  });

  it('begins the task of a third user when one of two who hold both threads has ended a task', async () => {
    const { ended, runAs } = ordered();
    const hooks = ['a', 'b'].map(() => webhook(1));
    const asking = ['a', 'b'].map((name, n) => runAs(name, 1, { calls: hooks[n]!.calls }));
    await Promise.all(hooks.map(({ waiting }) => waiting));
    const others = ['a', 'b', 'c'].flatMap((name) => [runAs(name, 0), runAs(name, 0)]);
    hooks[0]!.release();
    await asking[0];
    await others[4];
    expect(ended).toEqual(['a', 'c']);
    hooks[1]!.release();
    await Promise.all([...asking, ...others]);
  });

  it('ends a write that is answered soon before it begins others', async () => {
    occupyOne();
    const { ended, runAs } = ordered();
    const { calls, waiting, release } = webhook(1);
    const asking = runAs('one', 1, { calls });
    await waiting;
    const others = Array.from({ length: 3 }, () => runAs('many', 0));
    release();
    await Promise.all([asking, ...others]);
    expect(ended).toEqual(['one', 'many', 'many', 'many']);
  });

  it('begins others while a write waits for long', async () => {
    occupyOne();
    const { ended, runAs } = ordered();
    const { calls, waiting, release } = webhook(1);
    const asking = runAs('one', 1, { calls });
    await waiting;
    const others = Array.from({ length: 3 }, () => runAs('many', 0));
    clock.advance(100);
    await Promise.all(others);
    release();
    await asking;
    expect(ended).toEqual(['many', 'many', 'many', 'one']);
  });

  /** A write that asks the webhook, as one that waits for admission. */
  const writing = (mebibytes: number, calls: ConversionCalls): Partial<ThreadTask> => {
    const session = { abandon: () => Promise.resolve(false), changed: () => undefined } as unknown as WriteSession;
    const unused = { warn: () => undefined, annotate: () => undefined, decoded: () => undefined };
    return { bytes: mebibytes * 1_024 * 1_024, calls, write: { session, ...unused } };
  };

  it('begins a write while others wait if all have 12 MiB at most', async () => {
    occupyOne();
    const { ended, runAs } = ordered();
    const first = webhook(1);
    const asking = runAs('first', 1, writing(20, first.calls));
    await first.waiting;
    const others = [9, 4, 3].map((size) => runAs(`of ${size}`, 0, writing(size, first.calls)));
    clock.advance(100);
    // Answers need little memory, and do not wait.
    await runAs('answer', 0, { bytes: 8 * 1_024 * 1_024 });
    first.release();
    await Promise.all([asking, ...others]);
    expect(ended).toEqual(['answer', 'first', 'of 9', 'of 4', 'of 3']);
  });

  it('lets a small write wait behind a large one that has no room', async () => {
    occupyOne();
    const { ended, runAs } = ordered();
    const { calls, waiting, release } = webhook(1);
    const asking = runAs('first', 1, writing(6, calls));
    await waiting;
    const before = runAs('of 5', 0, writing(5, calls));
    clock.advance(100);
    await before;
    const others = [8, 1].map((size) => runAs(`of ${size}`, 0, writing(size, calls)));
    await runAs('answer', 0);
    release();
    await Promise.all([asking, ...others]);
    expect(ended).toEqual(['of 5', 'answer', 'first', 'of 8', 'of 1']);
  });

  it('ends a thread that computes for too long while another task waits for a webhook', async () => {
    const { calls, waiting } = webhook(1);
    const stuck = run(1, { lane: 'a', calls });
    await waiting;
    const endless = run(2);
    clock.advance(20_000);
    expect(await endless).toContain('too much time or memory');
    expect(await stuck).toContain('interrupted by another');
    expect(await run(0)).toBe('done');
  });

  it.each([
    ['gets an error after which no client repeats it', true, ['InternalError', undefined]],
    ['may be repeated when it is not stored', false, ['ServiceUnavailable', 2]],
  ])('a write of which the thread ends before the answer %s', async (_what, mayBeStored, expected) => {
    const { calls, waiting } = webhook(1);
    const session = { abandon: () => Promise.resolve(mayBeStored) } as WriteSession;
    const unused = { warn: () => undefined, annotate: () => undefined, decoded: () => undefined };
    const writing = threads.run(task(1, { lane: 'a', calls, write: { session, ...unused } }));
    const failure = writing.then(
      () => undefined,
      ({ reason, details }: ApiError) => [reason, details?.retryAfterSeconds],
    );
    await waiting;
    const endless = run(2);
    clock.advance(20_000);
    await endless;
    expect(await failure).toEqual(expected);
  });

  it('does not count the time that the thread takes to start as that of a task', async () => {
    await threads.close();
    threads = threadsOf('never');
    const first = run(0);
    clock.advance(59_000);
    clock.advance(1_000);
    expect(await first).toContain('does not start');
  });

  it('ends a thread that computes for too long, whatever tasks come meanwhile', async () => {
    expect(await run(0)).toBe('done');
    const endless = run(2);
    clock.advance(19_000);
    const later = run(0);
    clock.advance(1_000);
    expect(await endless).toContain('too much time or memory');
    expect(await later).toBe('done');
  });

  it('waits for a webhook as long as nothing is computed', async () => {
    const { calls, waiting, release } = webhook(1);
    const stuck = run(1, { lane: 'a', calls });
    await waiting;
    clock.advance(60_000);
    release();
    expect(await stuck).toBe('done');
  });

  const of = (name: string, exempt = false) => ({ flow: { name, exempt } });

  it('begins a task of another user at once while one is computed', async () => {
    void run(2, of('a'));
    expect(await run(0, of('b'))).toBe('done');
    expect(threads.running).toBe(2);
  });

  it.each([false, true])('computes the tasks of one user in one thread (exempt: %s)', async (exempt) => {
    const { ended, runAs } = ordered();
    void run(2, of('a', exempt));
    void runAs('a', 0, of('a', exempt));
    await runAs('b', 0);
    await runAs('c', 0);
    expect(ended).toEqual(['b', 'c']);
  });

  it('begins a task of a user in the thread in which another one waits for a webhook', async () => {
    const { calls, waiting, release } = webhook(1);
    const asking = run(1, { lane: 'x', calls });
    await waiting;
    expect([await run(0), threads.running]).toEqual(['done', 1]);
    release();
    expect(await asking).toBe('done');
  });

  it('begins the task of a third user in the thread that is free first', async () => {
    const { calls, waiting, release } = webhook(1);
    void run(2, of('a'));
    const asking = run(1, { ...of('b'), calls });
    await waiting;
    const third = run(0, of('c'));
    release();
    expect(await Promise.all([asking, third])).toEqual(['done', 'done']);
  });

  it('fails the tasks of one thread only when that computes for too long', async () => {
    const { calls, waiting, release } = webhook(1);
    await run(0, of('a')); // its thread has started
    const endless = run(2, of('a'));
    const asking = run(1, { ...of('b'), calls });
    await waiting;
    clock.advance(20_000);
    expect(await endless).toContain('too much time or memory');
    release();
    expect(await asking).toBe('done');
  });

  it('fails the tasks of one thread only when that exits, and starts another one', async () => {
    const { calls, waiting, release } = webhook(1);
    const asking = run(1, { ...of('a'), calls });
    await waiting;
    expect(await run(3, of('b'))).toContain('ended with status 7');
    expect(await run(0, of('b'))).toBe('done');
    release();
    expect(await asking).toBe('done');
  });

  it('ends threads that are idle, and leaves one that computes', async () => {
    void run(2, of('a'));
    expect([await run(0, of('b')), threads.running]).toEqual(['done', 2]);
    clock.advance(10_000);
    expect(threads.running).toBe(1);
  });

  it('rejects the tasks of all threads, and those that wait, when it is closed', async () => {
    const tasks = ['a', 'b', 'c'].map((name) => run(2, of(name)));
    await threads.close();
    expect(await Promise.all(tasks)).toEqual(Array(3).fill('the server is shutting down'));
    expect([await run(0), threads.running]).toEqual(['the server is shutting down', 0]);
  });
});
