import { FairLines, type Clock } from '@orch/apimachinery';
import { keyText, parseKeyText, type ObjectKey } from '@orch/client';
import { RateLimiter } from './rate-limiter.js';
import type { Retry, TakenKey, WorkQueue } from './work-queue.js';

/** The work queue of one process. What is queued ends with it: the next process reconciles every object again. */
export class MemoryWorkQueue implements WorkQueue {
  /** With the time of the add. Never contains a key that is in `active`. */
  private readonly ready = new Map<string, number>();
  /** The keys of `ready`, by namespace. */
  private lines = new FairLines<string>();
  /** With the time at which they were taken. */
  private readonly active = new Map<string, number>();
  /** Added while active. */
  private readonly again = new Set<string>();
  /** Delayed adds by key; the earliest time applies. */
  private readonly delayed = new Map<string, { readonly atMs: number; readonly cancel: () => void }>();
  private readonly takers: ((key: TakenKey | undefined) => void)[] = [];
  private readonly drained: (() => void)[] = [];
  private closed = false;
  readonly counts = { adds: 0, retries: 0 };
  onTaken: ((waitedSeconds: number) => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly limiter: RateLimiter = new RateLimiter(),
  ) {}

  /** Keys that wait for a worker, without delayed ones. */
  get length(): number {
    return this.ready.size;
  }

  depth(): number {
    return this.ready.size;
  }

  /** Workers take keys when they are free. */
  start(): void {
    return undefined;
  }

  get processingSeconds(): readonly number[] {
    const nowMs = this.clock.now();
    return [...this.active.values()].map((sinceMs) => (nowMs - sinceMs) / 1_000);
  }

  add(key: ObjectKey): void {
    this.addText(keyText(key));
  }

  /** As `add`, after a delay. The earliest of several delays applies; an earlier `add` does not cancel it. */
  addAfter(key: ObjectKey, delayMs: number): void {
    if (this.closed) return;
    if (delayMs <= 0) return this.add(key);
    const text = keyText(key);
    const atMs = this.clock.now() + delayMs;
    const waiting = this.delayed.get(text);
    if (waiting && waiting.atMs <= atMs) return;
    waiting?.cancel();
    const cancel = this.clock.setTimer(() => {
      this.delayed.delete(text);
      this.addText(text);
    }, delayMs);
    this.delayed.set(text, { atMs, cancel });
  }

  /** As `addAfter`, with the exponential backoff of a failed key. */
  addRateLimited(key: ObjectKey): Retry {
    this.counts.retries++;
    const nowMs = this.clock.now();
    const { failures, retryAtMs } = this.limiter.failedAt(keyText(key), nowMs);
    const afterMs = retryAtMs - nowMs;
    this.addAfter(key, afterMs);
    return { failures, afterMs };
  }

  /** After success: resets the backoff of the key. */
  forget(key: ObjectKey): void {
    this.limiter.forget(keyText(key));
  }

  take(): Promise<TakenKey | undefined> {
    if (this.closed) return Promise.resolve(undefined);
    const text = this.lines.next();
    if (text !== undefined) return Promise.resolve(this.handOut(text));
    return new Promise((resolve) => this.takers.push(resolve));
  }

  /** Marks a taken key as processed. */
  done(key: ObjectKey): void {
    const text = keyText(key);
    if (!this.active.delete(text)) throw new RangeError(`key ${text} is not being processed`);
    if (this.again.delete(text)) this.addText(text);
    if (this.closed && this.active.size === 0) this.drained.splice(0).forEach((resolve) => resolve());
  }

  /** Drops queued and later keys. Resolves when the keys being processed are done. */
  close(): Promise<void> {
    this.closed = true;
    for (const { cancel } of this.delayed.values()) cancel();
    this.delayed.clear();
    this.ready.clear();
    this.lines = new FairLines();
    this.again.clear();
    this.takers.splice(0).forEach((resolve) => resolve(undefined));
    if (this.active.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.drained.push(resolve));
  }

  private addText(text: string): void {
    if (this.closed) return;
    if (this.active.has(text)) {
      this.again.add(text);
      return;
    }
    if (!this.ready.has(text)) {
      this.counts.adds++;
      this.ready.set(text, this.clock.now());
      this.lines.add(parseKeyText(text).namespace, text);
    }
    // While one waits for a key, this is the only one.
    const taker = this.takers.shift();
    if (taker) taker(this.handOut(this.lines.next()!));
  }

  private handOut(text: string): TakenKey {
    const nowMs = this.clock.now();
    this.onTaken?.((nowMs - this.ready.get(text)!) / 1_000);
    this.ready.delete(text);
    this.active.set(text, nowMs);
    return new MemoryTakenKey(this, parseKeyText(text));
  }
}

class MemoryTakenKey implements TakenKey {
  constructor(
    private readonly queue: MemoryWorkQueue,
    readonly key: ObjectKey,
  ) {}

  succeed(requeueAfterMs?: number): void {
    this.queue.forget(this.key);
    if (requeueAfterMs !== undefined) this.queue.addAfter(this.key, requeueAfterMs);
    this.queue.done(this.key);
  }

  retry(): Retry {
    const retry = this.queue.addRateLimited(this.key);
    this.queue.done(this.key);
    return retry;
  }

  release(): void {
    this.queue.add(this.key);
    this.queue.done(this.key);
  }
}
