import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock, type ApiError } from '@orch/apimachinery';
import type { ConversionCalls } from '@orch/registry';
import type { EncodedAnswer } from './messages.js';
import { ObjectThread, type ThreadTask } from './object-thread.js';
import type { WriteSession } from './write-session.js';

/** Tasks of revision 1 ask the webhook, those of revision 2 compute for ever, others end at once. A thread of another vocabulary than `started` does not start. */
const SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads');
if (workerData.vocabulary === 'started') parentPort.postMessage({ type: 'ready' });
else for (;;);
const result = { body: new Uint8Array(0), json: undefined };
parentPort.on('message', ({ type, task, convert }) => {
  if (type === 'answer') parentPort.postMessage({ type: 'done', task, result });
  else if (convert.revision === 1)
    parentPort.postMessage({ type: 'call', task, call: 1, request: { kind: 'exchange', review: new Uint8Array(0), objects: 1 } });
  else if (convert.revision !== 2) parentPort.postMessage({ type: 'done', task, result });
});`;

describe('ObjectThread', () => {
  let directory: string;
  let clock: FakeClock;
  let thread: ObjectThread;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-thread-'));
    await writeFile(join(directory, 'worker.js'), SCRIPT);
  });
  afterAll(() => rm(directory, { recursive: true }));
  beforeEach(() => {
    clock = new FakeClock();
    thread = threadOf('started');
  });
  afterEach(() => thread.close());

  const threadOf = (vocabulary: string): ObjectThread =>
    new ObjectThread(join(directory, 'worker.js'), { vocabulary, emulatedMinor: 0, features: [] }, clock);
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
    thread.run<EncodedAnswer>(task(...args)).then(
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

  it('begins one task of each user in turn, however many one of them has sent', async () => {
    const { ended, runAs } = ordered();
    await Promise.all([...Array.from({ length: 6 }, () => runAs('many', 0)), runAs('one', 0)]);
    // One was begun at once, and the next of that user had come first.
    expect(ended.indexOf('one')).toBe(2);
  });

  it('ends a write that is answered soon before it begins others', async () => {
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
    const writing = thread.run(task(1, { lane: 'a', calls, write: { session, ...unused } }));
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
    await thread.close();
    thread = threadOf('never');
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
});
