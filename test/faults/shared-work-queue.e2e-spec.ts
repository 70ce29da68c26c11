import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { silentLogger } from '@orch/process';
import { startRedis, type TestRedis } from '@orch/testing';
import { Redis } from 'ioredis';
import { RedisWorkQueues } from '../../libs/controller-kit/src/work-queue/redis/redis-work-queues.js';
import { type TsChild, tsChild } from '../support/ts-child.js';

const KEYS = 500;
const ADDS = 5_000;
const PROCESSES = 3;
/** Adds of one call. */
const BATCH = 50;

/** Processes that share a work queue, and what was added to it and processed. */
class SharedWork {
  readonly processes: ChildProcess[] = [];
  /** `KEY HOLDER`, of processes that met another one at the same key. */
  readonly overlaps: string[] = [];
  /** Adds of each key, and the newest one that a process saw when it began. */
  private readonly wanted = new Map<string, number>();
  private readonly done = new Map<string, number>();
  private readonly doneBy = new Map<number, number>();
  private readonly marks: Redis;
  private changed: () => void = () => undefined;

  private constructor(
    private readonly url: string,
    private readonly child: TsChild,
    private readonly queues: RedisWorkQueues,
    private readonly queue: ReturnType<RedisWorkQueues['queue']>,
  ) {
    this.marks = new Redis(url, { maxRetriesPerRequest: null });
    this.marks.on('error', () => undefined);
  }

  static async open(url: string, child: TsChild): Promise<SharedWork> {
    const queues = await RedisWorkQueues.open({ urls: [url] }, silentLogger);
    return new SharedWork(url, child, queues, queues.queue('shared', undefined));
  }

  /** @param lockMs for how long the keys of a killed process wait. */
  async start(lockMs: number): Promise<ChildProcess> {
    const process_ = spawn(process.execPath, [this.child.file, this.url, '5', String(lockMs)], {
      env: this.child.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.processes.push(process_);
    const lines = createInterface({ input: process_.stdout! });
    await once(lines, 'line');
    lines.on('line', (line) => this.read(process_.pid!, line));
    return process_;
  }

  /** Adds every key in turn. */
  async add(count: number): Promise<void> {
    for (let from = 0; from < count; from += BATCH) {
      const names = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => `k${(from + n) % KEYS}`);
      for (const name of names) this.wanted.set(name, (this.wanted.get(name) ?? 0) + 1);
      // Before the adds: who processes a key sees this number or a later one.
      await this.marks.mset(new Map(names.map((name) => [`wanted:${name}`, this.wanted.get(name)!])));
      for (const name of names) this.queue.add({ namespace: '', name });
    }
  }

  /** Adds keys of one namespace, once each. */
  async addFlood(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, n) => `flood-${n}`);
    for (const name of names) this.wanted.set(name, 1);
    await this.marks.mset(new Map(names.map((name) => [`wanted:${name}`, 1])));
    for (const name of names) this.queue.add({ namespace: 'flood', name });
    while ((await this.queue.depth()) < count / 2) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Keys that were processed so far. */
  get processedKeys(): number {
    return this.done.size;
  }

  addPoison(names: readonly string[]): void {
    for (const name of names) this.queue.add({ namespace: '', name: `poison-${name}` });
  }

  /** Resolves when the newest add of each key was seen. */
  async allDone(): Promise<void> {
    while (this.missing().length > 0) await this.nextReport();
  }

  /** Resolves when the newest add of these keys was seen. */
  async seen(names: readonly string[]): Promise<void> {
    while (this.missing().some((name) => names.includes(name))) await this.nextReport();
  }

  missing(): readonly string[] {
    return [...this.wanted].filter(([name, number]) => (this.done.get(name) ?? 0) < number).map(([name]) => name);
  }

  /** Resolves when a process has processed that number of keys. */
  async processed(process_: ChildProcess, count: number): Promise<void> {
    while ((this.doneBy.get(process_.pid!) ?? 0) < count) await this.nextReport();
  }

  async stop(): Promise<void> {
    this.queues.close();
    this.marks.disconnect();
    for (const each of this.processes) {
      if (each.exitCode !== null || each.signalCode !== null) continue;
      each.kill('SIGKILL');
      await once(each, 'exit');
    }
  }

  private nextReport(): Promise<void> {
    return new Promise((resolve) => (this.changed = resolve));
  }

  private read(pid: number, line: string): void {
    const [what, name = '', detail = ''] = line.split(' ');
    if (what === 'overlap') this.overlaps.push(`${name} ${detail}`);
    else {
      this.done.set(name, Math.max(this.done.get(name) ?? 0, Number(detail)));
      this.doneBy.set(pid, (this.doneBy.get(pid) ?? 0) + 1);
    }
    this.changed();
  }
}

describe('a work queue that several processes share', () => {
  let child: TsChild;
  let redis: TestRedis;
  let work: SharedWork;

  beforeAll(() => {
    child = tsChild(join(__dirname, 'shared-work-queue.child.ts'), ['bullmq', 'ioredis', 'rxjs']);
  });
  beforeEach(async () => {
    // Safe when a process is killed; only a machine that fails may lose a second.
    redis = await startRedis({ settings: { appendfsync: 'everysec' } });
    work = await SharedWork.open(redis.url, child);
  });
  afterEach(async () => {
    await work.stop();
    await redis.stop();
  });

  it(`${ADDS} adds over ${KEYS} keys: one process is killed, no key is lost, and no key is processed twice at a time`, async () => {
    const processes = await Promise.all(Array.from({ length: PROCESSES }, () => work.start(2_000)));
    const [victim] = processes as [ChildProcess, ...ChildProcess[]];
    const adding = work.add(ADDS);
    await work.processed(victim, 50);
    victim.kill('SIGKILL');
    await adding;
    await work.allDone();
    expect(work.missing()).toEqual([]);
    // The marks of the killed one remain.
    expect(work.overlaps.filter((overlap) => !overlap.endsWith(` ${victim.pid}`))).toEqual([]);
    for (const each of processes) await work.processed(each, 50);
  }, 120_000);

  it('Redis is killed and comes back: no key is lost, and no key is processed twice at a time', async () => {
    const processes = await Promise.all(Array.from({ length: PROCESSES }, () => work.start(30_000)));
    const adding = work.add(ADDS);
    await work.processed(processes[0]!, 50);
    await redis.restart();
    await adding;
    await work.allDone();
    expect(work.missing()).toEqual([]);
    expect(work.overlaps).toEqual([]);
  }, 120_000);

  it('keys that always fail do not starve others', async () => {
    await Promise.all(Array.from({ length: PROCESSES }, () => work.start(2_000)));
    work.addPoison(Array.from({ length: 50 }, (_, n) => String(n)));
    await work.add(1_000);
    await work.allDone();
    expect(work.missing()).toEqual([]);
  }, 120_000);

  it('3,000 keys of one namespace do not hold up those of another, also when a process is killed, and none is lost', async () => {
    const [victim] = await Promise.all(Array.from({ length: PROCESSES }, () => work.start(2_000)));
    await work.addFlood(3_000);
    await work.processed(victim!, 20);
    victim!.kill('SIGKILL');
    const before = work.processedKeys;
    await work.add(5);
    await work.seen(['k0', 'k1', 'k2', 'k3', 'k4']);
    // In order of arrival it would be thousands.
    expect(work.processedKeys - before).toBeLessThan(500);
    await work.allDone();
    expect(work.missing()).toEqual([]);
  }, 120_000);

  it('a process that was frozen for longer than the lock loses its keys to others, and none is lost', async () => {
    const [frozen] = await Promise.all(Array.from({ length: PROCESSES }, () => work.start(1_000)));
    const adding = work.add(ADDS);
    await work.processed(frozen!, 50);
    frozen!.kill('SIGSTOP');
    await adding;
    await work.allDone();
    frozen!.kill('SIGCONT');
    await work.add(KEYS);
    await work.allDone();
    expect(work.missing()).toEqual([]);
  }, 120_000);
});
