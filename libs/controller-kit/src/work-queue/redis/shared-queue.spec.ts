import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogFields } from '@orch/process';
import { startRedis, type TestRedis } from '@orch/testing';
import { RecordingLogger } from '../../testing/recording-logger.js';
import type { SharedQueueOptions } from '../shared-queues.js';
import { RedisWorkQueues } from './redis-work-queues.js';

const key = (name: string) => ({ namespace: 'ns', name });

/** Lines that a test waits for. */
class AwaitedLogger extends RecordingLogger {
  private readonly waiting: { readonly message: string; readonly done: () => void }[] = [];

  logged(message: string): Promise<void> {
    if (this.lines.some((line) => line.message === message)) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ message, done }));
  }
  override info(message: string, fields?: LogFields): void {
    super.info(message, fields);
    this.wake(message);
  }
  override warn(message: string, fields?: LogFields): void {
    super.warn(message, fields);
    this.wake(message);
  }
  /** Messages that users see. */
  get seen(): readonly string[] {
    return this.lines.filter(({ level }) => level !== 'debug').map(({ message }) => message);
  }
  private wake(message: string): void {
    for (const each of this.waiting) if (each.message === message) each.done();
  }
}

const UNAVAILABLE = 'work queue unavailable, retrying';
const AVAILABLE = 'work queue available again';

let redis: TestRedis;
let logger: AwaitedLogger;
let opened: RedisWorkQueues[];
beforeEach(() => {
  logger = new AwaitedLogger();
  opened = [];
});
afterEach(async () => {
  opened.forEach((queues) => queues.close());
  await redis.stop();
});

async function open(options: Partial<SharedQueueOptions> = {}): Promise<RedisWorkQueues> {
  const queues = await RedisWorkQueues.open({ urls: [redis.url], ...options }, logger);
  opened.push(queues);
  return queues;
}

it.each(['', 'many soon', 'NaN NaN', '-1 5', '1e999 1', '1 later'])(
  'a foreign count of failures, %p, does not count',
  async (foreign) => {
    redis = await startRedis();
    const queue = (await open()).queue('c', { firstMs: 5, maxMs: 10_000 });
    queue.start(1);
    queue.add(key('a'));
    const taken = (await queue.take())!;
    await redis.cli('HSET', '{orch}:queue:c:failures', 'ns/a', foreign);
    expect(await taken.retry()).toEqual({ failures: 1, afterMs: 5 });
    const again = (await queue.take())!;
    expect((await again.retry()).failures).toBe(2);
    await (await queue.take())!.succeed();
    await queue.close();
  },
);

it('delays, failures and queued keys survive the end of every process and of Redis', async () => {
  redis = await startRedis();
  const backoff = { firstMs: 300, maxMs: 10_000 };
  const before = await open();
  const queue = before.queue('c', backoff);
  queue.start(1);
  for (const name of ['fails', 'later', 'waits']) queue.add(key(name));
  expect(await (await queue.take())!.retry()).toEqual({ failures: 1, afterMs: 300 });
  await (await queue.take())!.succeed(300);
  await queue.close();
  before.close();
  await redis.restart();

  const after = (await open()).queue('c', backoff);
  after.start(3);
  const taken = [await after.take(), await after.take(), await after.take()];
  expect(taken.map((each) => each!.key.name).toSorted()).toEqual(['fails', 'later', 'waits']);
  const failing = taken.find((each) => each!.key.name === 'fails')!;
  expect(await failing.retry()).toEqual({ failures: 2, afterMs: 600 });
  for (const each of taken) if (each !== failing) await each!.succeed();
  await (await after.take())!.succeed();
  await after.close();
});

it('queues of two processes are one, those of two prefixes are not', async () => {
  redis = await startRedis();
  const [blue, other, green] = [await open(), await open(), await open({ keyPrefix: 'green' })];
  const [one, two, third] = [blue, other, green].map((queues) => queues.queue('c', undefined));
  one!.add(key('a'));
  while ((await two!.depth()) < 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await third!.depth()).toBe(0);
  third!.start(1);
  third!.add(key('b'));
  expect((await third!.take())?.key).toEqual(key('b'));
  two!.start(1);
  expect((await two!.take())?.key).toEqual(key('a'));
});

it('keys that were processed leave nothing in Redis', async () => {
  redis = await startRedis();
  const queue = (await open()).queue('c', { firstMs: 1, maxMs: 1 });
  queue.start(5);
  const names = Array.from({ length: 300 }, (_, n) => `k${n}`);
  for (const name of names) queue.add(key(name));
  // Each key fails once, is delayed once, and succeeds.
  const turns = new Map<string, number>();
  let left = names.length;
  const work = async (): Promise<void> => {
    for (let next = await queue.take(); next; next = await queue.take()) {
      const turn = (turns.get(next.key.name) ?? 0) + 1;
      turns.set(next.key.name, turn);
      if (turn === 1) await next.retry();
      else if (turn === 2) await next.succeed(1);
      else {
        await next.succeed();
        if (--left === 0) void queue.close();
      }
    }
  };
  await Promise.all(Array.from({ length: 5 }, work));
  await queue.close();
  const rest = ((await redis.cli('KEYS', '*')) as string[]).map((name) => name.replace('{orch}:queue:c:', ''));
  expect(rest.filter((name) => !['id', 'meta', 'events', 'stalled-check', 'marker', 'turns'].includes(name))).toEqual(
    [],
  );
  // Trimmed in whole nodes of the stream.
  expect(await redis.cli('XLEN', '{orch}:queue:c:events')).toBeLessThan(500);
});

it('while Redis is away keys are kept; the outage is two lines, and all keys are asked for at its end', async () => {
  redis = await startRedis();
  const queues = await open();
  let restored = 0;
  queues.restored$.subscribe(() => restored++);
  const queue = queues.queue('c', undefined);
  queue.start(1);
  queue.add(key('first'));
  await (await queue.take())!.succeed();
  expect(queues.isConnected).toBe(true);

  const working = queue.take();
  queue.add(key('meanwhile'));
  const meanwhile = (await working)!;
  await redis.kill();
  await logger.logged(UNAVAILABLE);
  expect(queues.isConnected).toBe(false);
  for (const name of ['a', 'b', 'a']) queue.add(key(name));
  expect(await queue.depth()).toBeGreaterThanOrEqual(0);
  const ending = meanwhile.succeed();
  await redis.restart();
  await logger.logged(AVAILABLE);
  await ending;
  for (const name of ['a', 'b']) {
    const taken = (await queue.take())!;
    expect(taken.key).toEqual(key(name));
    await taken.succeed();
  }
  expect(restored).toBe(1);
  expect(logger.seen).toEqual([UNAVAILABLE, AVAILABLE]);
});

it('a start without Redis waits for it', async () => {
  redis = await startRedis();
  await redis.kill();
  const queue = (await open()).queue('c', undefined);
  queue.start(1);
  queue.add(key('a'));
  await logger.logged(UNAVAILABLE);
  await redis.restart();
  expect((await queue.take())?.key).toEqual(key('a'));
});

it('connects with TLS, user and password, which may change; no line holds one', async () => {
  redis = await startRedis({ tls: true, users: [{ name: 'queue', password: 'first-secret', rules: RULES }] });
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(redis.directory, name);
    await writeFile(path, text);
    return path;
  };
  const passwordFile = await file('password', 'first-secret\n');
  const caFile = await file('ca.pem', redis.certificates!.ca);
  const urls = [`rediss://127.0.0.1:${redis.port}`];
  const queue = (await open({ urls, username: 'queue', passwordFile, caFile })).queue('c', { firstMs: 1 });
  queue.start(1);
  queue.add(key('a'));
  await (await queue.take())!.retry();
  await (await queue.take())!.succeed(1);
  await (await queue.take())!.succeed();

  await redis.cli('ACL', 'SETUSER', 'queue', 'resetpass', '>second-secret');
  await redis.cli('CLIENT', 'KILL', 'USER', 'queue');
  await logger.logged(UNAVAILABLE);
  await file('password', 'second-secret\n');
  queue.add(key('b'));
  expect((await queue.take())?.key).toEqual(key('b'));
  await logger.logged(AVAILABLE);
  expect(JSON.stringify(logger.lines)).not.toContain('secret');
});

it('a Redis that drops keys is reported once', async () => {
  redis = await startRedis({ settings: { 'maxmemory-policy': 'allkeys-lru' } });
  const printed = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const queue = (await open()).queue('c', undefined);
  queue.start(1);
  queue.add(key('a'));
  await (await queue.take())!.succeed();
  expect(logger.seen).toEqual([
    'Redis drops keys of the work queue when memory is short: set maxmemory-policy noeviction',
  ]);
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

/** The rights of docs/operations.md. */
const RULES = '~{orch}:queue:* +@read +@write +@scripting +@connection +@transaction +info -@dangerous +info';
