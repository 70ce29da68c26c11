import type { Clock } from '@orch/apimachinery';

/**
 * The machine's clock with timers that keep the process alive: a command that waits for its retry must not end in
 * between. Every timer of this library is cancelled when its call or stream ends.
 */
export const holdingClock: Clock = {
  now: () => Date.now(),
  setTimer: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
