import { keyText, parseKeyText, type ObjectKey } from '@orch/client';
import type { Logger } from '@orch/process';
import { Queue, Worker, type Job, type JobsOptions } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { failedAgain, type FailedKey, type RateLimiterOptions } from '../rate-limiter.js';
import type { Retry, TakenKey, WorkQueue } from '../work-queue.js';
import { KeySender } from './key-sender.js';
import { NamespaceTurns } from './namespace-turns.js';

/** Jobs that are reconciled: at most one waits and one is processed for a key. */
const RECONCILE = 'reconcile';
/** Jobs that queue their key when they are due: at most one for a key, that of the newest delay. Without a priority they come before all others. */
const LATER = 'later';

/** Pause before a job is processed again when a call of Redis failed meanwhile. Unit: milliseconds. */
const CALL_RETRY_MS = 1_000;
/** Entries of the stream of events, which nothing here reads. */
const MAX_EVENTS = 100;

/** A job ends in success or is processed again, however often: the end of a process is not the fault of its key. */
const FOR_EVER = 1_000_000_000;
const COMMON: JobsOptions = {
  attempts: FOR_EVER,
  backoff: { type: 'fixed', delay: CALL_RETRY_MS },
  removeOnComplete: true,
  removeOnFail: true,
};

/** What a queue needs. */
export interface RedisWorkQueueOptions {
  readonly controller: string;
  /** Of all keys in Redis. */
  readonly prefix: string;
  /** Shared by queues. */
  readonly connection: Redis | Cluster;
  readonly backoff: RateLimiterOptions;
  readonly lockMs: number;
  readonly logger: Logger;
  readonly isConnected: () => boolean;
}

/**
 * The work queue of one controller in Redis, shared by all processes that run it. The data of a job is its key: what it means is read from
 * the cache when it is processed. A key of a process that ended is processed by another after `lockMs`.
 */
export class RedisWorkQueue implements WorkQueue {
  private readonly queue: Queue<string>;
  private worker: Worker<string> | undefined;
  private readonly turns: NamespaceTurns;
  private readonly sender: KeySender;
  /** Jobs that were handed to this process before a worker of it was free. */
  private readonly handed: TakenFromRedis[] = [];
  private readonly takers: ((key: TakenKey | undefined) => void)[] = [];
  /** Start of the processing of each taken key. Unit: milliseconds. */
  private readonly active = new Map<TakenFromRedis, number>();
  private closing: Promise<void> | undefined;
  private lastDepth = 0;
  private lastError = '';
  readonly counts = { adds: 0, retries: 0 };
  onTaken: ((waitedSeconds: number) => void) | undefined;

  constructor(private readonly options: RedisWorkQueueOptions) {
    const { controller, prefix, connection } = options;
    this.queue = new Queue(controller, { connection, prefix, streams: { events: { maxLen: MAX_EVENTS } } });
    this.queue.on('error', this.report);
    this.turns = new NamespaceTurns(this.queue, connection, reconcileId);
    this.sender = new KeySender((keys) => this.addNow(keys));
  }

  /** As BullMQ has it. */
  get jobs(): Queue<string> {
    return this.queue;
  }

  get processingSeconds(): readonly number[] {
    const nowMs = performance.now();
    return [...this.active.values()].map((sinceMs) => (nowMs - sinceMs) / 1_000);
  }

  async depth(): Promise<number> {
    if (this.options.isConnected() && !this.closing) {
      // The last value is as good as none when Redis goes away now; the failure is logged by the connection.
      this.lastDepth = await this.queue.getJobCountByTypes('waiting', 'prioritized').catch(() => this.lastDepth);
    }
    return this.lastDepth;
  }

  add(key: ObjectKey): void {
    this.sender.add(keyText(key));
  }

  start(workers: number): void {
    const { controller, prefix, connection, lockMs } = this.options;
    this.worker = new Worker<string>(controller, (job) => this.process(job), {
      connection,
      prefix,
      concurrency: workers,
      lockDuration: lockMs,
      stalledInterval: Math.ceil(lockMs / 3),
      maxStalledCount: FOR_EVER,
      runRetryDelay: CALL_RETRY_MS,
    });
    this.worker.on('error', this.report);
  }

  take(): Promise<TakenKey | undefined> {
    if (this.closing) return Promise.resolve(undefined);
    const taken = this.handed.shift();
    if (taken) return Promise.resolve(this.handOut(taken));
    return new Promise((resolve) => this.takers.push(resolve));
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeAll());
  }

  /** Ends without waiting: keys that are being processed are processed by another process after the lock. */
  abandon(): void {
    this.closing ??= Promise.resolve();
    this.sender.close();
    this.takers.splice(0).forEach((resolve) => resolve(undefined));
    // Its connection is closed next: what it still reports is the end of that.
    void this.worker?.close(true).catch(this.report);
  }

  /** Queues keys now. One that is being processed is queued when that ends. */
  async addNow(keys: readonly string[]): Promise<void> {
    const turns = await this.turns.next(keys);
    await this.queue.addBulk(
      keys.map((key, index) => ({
        name: RECONCILE,
        data: key,
        opts: { ...COMMON, priority: turns[index]!, deduplication: { id: reconcileId(key), keepLastIfActive: true } },
      })),
    );
    this.counts.adds += keys.length;
  }

  /** Queues a key after a delay, instead of after an earlier delay of it. */
  async addLater(key: string, delayMs: number): Promise<void> {
    const deduplication = { id: laterId(key), replace: true };
    await this.queue.add(LATER, key, { ...COMMON, delay: Math.ceil(delayMs), deduplication });
  }

  /** Counts one more failure. Clocks of processes may differ by a little: see {@link failedAgain}. */
  async failed(key: string): Promise<Retry> {
    this.counts.retries++;
    const { connection, backoff } = this.options;
    const nowMs = Date.now();
    // One process at a time processes the key, so that nothing comes between the read and the write.
    const before = failedKey(await connection.hget(this.failuresKey, key));
    const { failures, retryAtMs } = failedAgain(before, nowMs, backoff);
    await connection.hset(this.failuresKey, key, `${failures} ${retryAtMs}`);
    return { failures, afterMs: retryAtMs - nowMs };
  }

  async forgetFailures(key: string): Promise<void> {
    await this.options.connection.hdel(this.failuresKey, key);
  }

  /** The processing of a key has ended. */
  ended(taken: TakenFromRedis): void {
    this.active.delete(taken);
  }

  /** Logs each reason once in a row. */
  readonly report = (error: Error): void => {
    const { logger, isConnected } = this.options;
    const level = !isConnected() || error.message === this.lastError ? 'debug' : 'warn';
    this.lastError = error.message;
    logger[level]('call of the work queue failed', { error: error.message });
  };

  private get failuresKey(): string {
    return this.queue.toKey('failures');
  }

  /** Resolves when the job may be removed. When it rejects, the job is processed again after a pause. */
  private async process(job: Job<string>): Promise<void> {
    if (typeof job.data !== 'string') {
      this.options.logger.warn('a job without a key was removed from the work queue', { job: job.id });
      return;
    }
    if (job.name === LATER) return this.onDue(job.data);
    await new Promise<void>((resolve, reject) => {
      const taken = new TakenFromRedis(this, job, resolve, reject);
      const taker = this.takers.shift();
      if (this.closing) void taken.release();
      else if (taker) taker(this.handOut(taken));
      else this.handed.push(taken);
    });
  }

  private async onDue(key: string): Promise<void> {
    // First: the reconcile that follows may end before this job does, and its delay needs a job of its own.
    await this.queue.removeDeduplicationKey(laterId(key));
    await this.addNow([key]);
  }

  private handOut(taken: TakenFromRedis): TakenKey {
    this.active.set(taken, performance.now());
    this.onTaken?.(taken.waitedSeconds);
    this.lastError = '';
    return taken;
  }

  /** Jobs that a worker of this process has not begun go back; those that one has begun are waited for. */
  private async closeAll(): Promise<void> {
    this.sender.close();
    this.takers.splice(0).forEach((resolve) => resolve(undefined));
    const released = this.handed.splice(0).map((taken) => taken.release());
    await Promise.all([...released, this.worker?.close()]);
    await this.queue.close();
  }
}

/** As {@link RedisWorkQueue.failed} stores it; in an earlier release without the time. What another program wrote does not count. */
function failedKey(stored: string | null): FailedKey | undefined {
  if (stored === null) return undefined;
  const [failures, retryAtMs = 0] = stored.split(' ').map(Number) as [number, number?];
  return Number.isSafeInteger(failures) && failures > 0 && !Number.isNaN(retryAtMs)
    ? { failures, retryAtMs }
    : undefined;
}

const reconcileId = (key: string): string => `${RECONCILE} ${key}`;
const laterId = (key: string): string => `${LATER} ${key}`;

class TakenFromRedis implements TakenKey {
  readonly key: ObjectKey;
  private readonly text: string;
  /** Time in the queue. Unit: seconds. Clocks of processes may differ. */
  readonly waitedSeconds: number;

  constructor(
    private readonly queue: RedisWorkQueue,
    job: Job<string>,
    private readonly end: () => void,
    private readonly fail: (error: Error) => void,
  ) {
    this.text = job.data;
    this.key = parseKeyText(job.data);
    this.waitedSeconds = Math.max(0, (job.processedOn ?? job.timestamp) - job.timestamp) / 1_000;
  }

  succeed(requeueAfterMs?: number): Promise<void> {
    return this.endAfter(async () => {
      const reset = this.queue.forgetFailures(this.text);
      // Before the job ends: when this process is killed in between, the key is processed again and nothing is lost.
      if (requeueAfterMs !== undefined) await this.requeue(requeueAfterMs);
      await reset;
    });
  }

  async retry(): Promise<Retry> {
    let retry: Retry = { failures: 1, afterMs: CALL_RETRY_MS };
    await this.endAfter(async () => {
      retry = await this.queue.failed(this.text);
      await this.queue.addLater(this.text, retry.afterMs);
    });
    return retry;
  }

  release(): Promise<void> {
    return this.endAfter(() => this.queue.addNow([this.text]));
  }

  private requeue(afterMs: number): Promise<void> {
    return afterMs <= 0 ? this.queue.addNow([this.text]) : this.queue.addLater(this.text, afterMs);
  }

  /** The job ends when `work` has; when that fails it is processed again. */
  private async endAfter(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.end();
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.queue.report(failure);
      this.fail(failure);
    } finally {
      this.queue.ended(this);
    }
  }
}
