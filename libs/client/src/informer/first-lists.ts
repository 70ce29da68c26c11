import type { Clock } from '@orch/apimachinery';

/** First lists that run at once. Each needs a connection of its own, and the server answers them one after the other. */
const AT_ONCE = 8;
/** A first list that takes longer does not hold up others. Unit: milliseconds. */
const LONGEST_MS = 1_000;

/** The order of the first lists of many informers: a few at a time, so that a start does not open a connection for each. */
export class FirstLists {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * @param begin begins a list, at once or when others have ended.
   * @returns a function to call when the list has ended, or is no longer wanted. Idempotent.
   */
  add(begin: () => void): () => void {
    let state: 'waiting' | 'running' | 'ended' = 'waiting';
    let cancelLimit = (): void => undefined;
    const end = (): void => {
      cancelLimit();
      const wasRunning = state === 'running';
      state = 'ended';
      if (!wasRunning) return;
      this.running--;
      this.beginNext();
    };
    this.waiting.push(() => {
      if (state === 'ended') return;
      state = 'running';
      this.running++;
      cancelLimit = this.clock.setTimer(end, LONGEST_MS);
      begin();
    });
    this.beginNext();
    return end;
  }

  private beginNext(): void {
    while (this.running < AT_ONCE) {
      const next = this.waiting.shift();
      if (!next) return;
      next();
    }
  }
}
