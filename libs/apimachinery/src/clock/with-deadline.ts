import type { Clock } from './clock.js';

/**
 * Runs `call` with a signal that is aborted after `ms` milliseconds, with the error of `late` as its reason. The
 * call must end when its signal is aborted: it is awaited. `withTimeout` is for work that cannot be aborted.
 */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  late: () => Error,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const cancel = clock.setTimer(() => deadline.abort(late()), ms);
  try {
    return await call(deadline.signal);
  } finally {
    cancel();
  }
}
