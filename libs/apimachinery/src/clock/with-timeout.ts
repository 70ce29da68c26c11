import type { Clock } from './clock.js';

/**
 * What `work` settles to, if it settles within `ms` milliseconds. After that, what `late` returns or throws: `work`
 * goes on, and its outcome is ignored.
 */
export async function withTimeout<T, L>(clock: Clock, ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let cancel: () => void = () => undefined;
  const timeout = new Promise<void>((resolve) => (cancel = clock.setTimer(resolve, ms))).then(late);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    cancel();
  }
}
