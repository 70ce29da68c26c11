/** Time as a dependency, so that tests control it. A class, to serve as injection token; any object of this shape works. */
export abstract class Clock {
  /** Milliseconds since 1970. */
  abstract now(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  abstract setTimer(run: () => void, delayMs: number): () => void;
}

/** The system clock. Timers do not keep the process alive. */
export const systemClock: Pick<Clock, keyof Clock> = {
  now: () => Date.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The system clock with timers that keep the process alive: for waits that must not end with the process in between. */
export const holdingClock: Pick<Clock, keyof Clock> = {
  now: () => Date.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Randomness as a dependency: a number in [0, 1). */
export type Random = () => number;
