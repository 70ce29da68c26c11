/** Time as a dependency, so that a test owns it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after `delayMs`; the returned function cancels it. */
  setTimer(run: () => void, delayMs: number): () => void;
}

/** The machine's clock. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Randomness as a dependency: a number in [0, 1). */
export type Random = () => number;
