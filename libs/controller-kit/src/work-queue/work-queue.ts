import type { Clock } from '@orch/apimachinery';
import { keyText, parseKeyText, type ObjectKey } from '@orch/client';
import { RateLimiter } from './rate-limiter.js';

/**
 * Keys that wait to be reconciled. A key is processed by at most one worker; equal keys are queued once; a key
 * added while it is processed is queued again when processing ends. First in, first out.
 * Bounded by one entry per existing key.
 */
export class WorkQueue {
  /** With the time of the add. FIFO; never contains a key that is in `active`. */
  private readonly ready = new Map<string, number>();
  /** Goes on behind the keys that were handed out: a new iterator would pass over the places of all of them. */
  private next = this.ready.keys();
  /** With the time at which they were taken. */
  private readonly active = new Map<string, number>();
  /** Added while active. */
  private readonly again = new Set<string>();
  /** Delayed adds by key; the earliest time applies. */
  private readonly delayed = new Map<string, { readonly atMs: number; readonly cancel: () => void }>();
  private readonly takers: ((key: ObjectKey | undefined) => void)[] = [];
  private readonly drained: (() => void)[] = [];
  private closed = false;
  /** Keys that were queued, and those that were queued again after a failure, since the start. */
  readonly counts = { adds: 0, retries: 0 };
  /** Called with the time for which a key was queued. Unit: seconds. */
  onTaken: ((waitedSeconds: number) => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly limiter: RateLimiter = new RateLimiter(),
  ) {}

  /** Keys that wait for a worker, without delayed ones. */
  get length(): number {
    return this.ready.size;
  }

  /** For how long each key that is processed has been so. Unit: seconds. */
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

  /** As `addAfter`, with the exponential backoff of a failed key. Returns the delay in milliseconds. */
  addRateLimited(key: ObjectKey): number {
    this.counts.retries++;
    const delayMs = this.limiter.nextDelayMs(keyText(key));
    this.addAfter(key, delayMs);
    return delayMs;
  }

  /** After success: resets the backoff of the key. */
  forget(key: ObjectKey): void {
    this.limiter.forget(keyText(key));
  }

  failuresOf(key: ObjectKey): number {
    return this.limiter.failuresOf(keyText(key));
  }

  /** The next key, to be processed until `done`; undefined when the queue was closed. */
  take(): Promise<ObjectKey | undefined> {
    if (this.closed) return Promise.resolve(undefined);
    const text = this.nextReady();
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

  /**
   * Shuts the queue down: drops queued and later keys, since the next process reconciles every object again. Resolves
   * when the keys being processed are done.
   */
  close(): Promise<void> {
    this.closed = true;
    for (const { cancel } of this.delayed.values()) cancel();
    this.delayed.clear();
    this.ready.clear();
    this.again.clear();
    this.takers.splice(0).forEach((resolve) => resolve(undefined));
    if (this.active.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.drained.push(resolve));
  }

  private nextReady(): string | undefined {
    const text = this.next.next();
    if (text.done !== true) return text.value;
    // An iterator that has ended does not see later keys.
    this.next = this.ready.keys();
    return this.next.next().value;
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
    }
    const taker = this.takers.shift();
    if (taker) taker(this.handOut(text));
  }

  private handOut(text: string): ObjectKey {
    const nowMs = this.clock.now();
    this.onTaken?.((nowMs - this.ready.get(text)!) / 1_000);
    this.ready.delete(text);
    this.active.set(text, nowMs);
    return parseKeyText(text);
  }
}
