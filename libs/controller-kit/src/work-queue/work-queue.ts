import type { Clock } from '@orch/apimachinery';
import { keyText, parseKeyText, type ObjectKey } from '@orch/client';
import { RateLimiter } from './rate-limiter.js';

/**
 * Keys that wait to be reconciled. A key is in the hands of at most one worker; keys that are equal wait once; a key
 * added while it is worked on waits until that turn is done and then comes once more. First in, first out.
 * Bound: one entry per key that exists.
 */
export class WorkQueue {
  /** In order of arrival; never holds a key that is in `active`. */
  private readonly ready = new Set<string>();
  private readonly active = new Set<string>();
  /** Added while active. */
  private readonly again = new Set<string>();
  /** Waiting for a time; the earliest wish counts. */
  private readonly delayed = new Map<string, { readonly atMs: number; readonly cancel: () => void }>();
  private readonly takers: ((key: ObjectKey | undefined) => void)[] = [];
  private readonly drained: (() => void)[] = [];
  private closed = false;

  constructor(
    private readonly clock: Clock,
    private readonly limiter: RateLimiter = new RateLimiter(),
  ) {}

  /** Keys that wait for a worker, those that wait for a time not counted. */
  get length(): number {
    return this.ready.size;
  }

  add(key: ObjectKey): void {
    this.addText(keyText(key));
  }

  /** As `add`, later. The earliest of several wishes counts; an `add` in between takes nothing away from it. */
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

  /** As `addAfter`, with the growing pause of a key that failed. Returns the pause in milliseconds. */
  addRateLimited(key: ObjectKey): number {
    const delayMs = this.limiter.nextDelayMs(keyText(key));
    this.addAfter(key, delayMs);
    return delayMs;
  }

  /** The key went well: its next failure starts with the shortest pause. */
  forget(key: ObjectKey): void {
    this.limiter.forget(keyText(key));
  }

  failuresOf(key: ObjectKey): number {
    return this.limiter.failuresOf(keyText(key));
  }

  /** The next key, now in the caller's hands until `done`; undefined when the queue was closed. */
  take(): Promise<ObjectKey | undefined> {
    if (this.closed) return Promise.resolve(undefined);
    const text = this.ready.values().next();
    if (text.done !== true) return Promise.resolve(this.handOut(text.value));
    return new Promise((resolve) => this.takers.push(resolve));
  }

  /** Ends the turn of a taken key. */
  done(key: ObjectKey): void {
    const text = keyText(key);
    if (!this.active.delete(text)) throw new RangeError(`key ${text} is in nobody's hands`);
    if (this.again.delete(text)) this.addText(text);
    if (this.closed && this.active.size === 0) this.drained.splice(0).forEach((resolve) => resolve());
  }

  /**
   * Takes nothing more and hands out nothing more; what waits is dropped, since the next process looks at every object
   * anew. Resolves when the keys in workers' hands are done.
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

  private addText(text: string): void {
    if (this.closed) return;
    if (this.active.has(text)) {
      this.again.add(text);
      return;
    }
    this.ready.add(text);
    const taker = this.takers.shift();
    if (taker) taker(this.handOut(text));
  }

  private handOut(text: string): ObjectKey {
    this.ready.delete(text);
    this.active.add(text);
    return parseKeyText(text);
  }
}
