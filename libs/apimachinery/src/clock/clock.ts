/** Maximum delay of a timer, 24.8 days: Node.js runs a longer one after a millisecond. Unit: milliseconds. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Time as a dependency, so that tests control it. A class, to serve as injection token; any object of this shape works. */
export abstract class Clock {
  /** Milliseconds since 1970. */
  abstract now(): number;
  /** Milliseconds of a clock that is never set, since any moment: for durations. */
  abstract monotonicNow(): number;
  /** Calls `run` once after `delayMs`, and after {@link LONGEST_TIMER_MS} where that is shorter; the returned function cancels it. */
  abstract setTimer(run: () => void, delayMs: number): () => void;
}

/** The system clock. Timers do not keep the process alive. */
export const systemClock: Pick<Clock, keyof Clock> = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The system clock with timers that keep the process alive: for waits that must not end with the process in between. */
export const holdingClock: Pick<Clock, keyof Clock> = {
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Randomness as a dependency: a number in [0, 1). */
export type Random = () => number;
