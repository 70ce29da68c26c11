import type { Clock } from './clock.js';

/** A clock that advances only when a test calls `advance`. */
export class FakeClock implements Clock {
  private readonly timers = new Map<number, { at: number; run: () => void }>();
  private nextId = 1;
  private setBackMs = 0;

  constructor(private currentMs = Date.UTC(2024, 0, 1)) {}

  now(): number {
    return this.currentMs;
  }

  monotonicNow(): number {
    return this.currentMs + this.setBackMs;
  }

  setTimer(run: () => void, delayMs: number): () => void {
    const id = this.nextId++;
    this.timers.set(id, { at: this.currentMs + Math.max(0, delayMs), run });
    return () => void this.timers.delete(id);
  }

  /** Advances the time and runs due timers, in order. @param ms negative: the clock is set back. */
  advance(ms: number): void {
    if (ms < 0) this.setBackMs -= ms;
    const end = this.currentMs + ms;
    for (;;) {
      const due = [...this.timers].filter(([, t]) => t.at <= end).sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.currentMs = due[1].at;
      due[1].run();
    }
    this.currentMs = end;
  }

  /** Number of pending timers. */
  get pending(): number {
    return this.timers.size;
  }
}
