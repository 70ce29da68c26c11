import type { PauseAfterWork } from '../pause-after-work.js';

/** Calls of one request in flight. Real configurations have fewer webhooks for one kind. */
const CALLS_AT_ONCE = 16;

export interface CallPauses {
  readonly pause: Pick<PauseAfterWork, 'isDue'>;
  /** Resolves in a later turn of the event loop. */
  readonly nextTurn: () => Promise<void>;
}

/**
 * Makes all calls, sixteen at once, with pauses between those that take long to begin.
 * @param call gets how long it waited for others. Unit: milliseconds.
 * @throws the failure of the first in order, after all have ended.
 */
export async function callBounded<T>(
  items: readonly T[],
  { pause, nextTurn }: CallPauses,
  call: (item: T, index: number, waitedMs: number) => Promise<unknown>,
): Promise<void> {
  const sinceMs = performance.now();
  const failures = new Map<number, unknown>();
  const running = new Set<Promise<unknown>>();
  // One after the other is begun, so that none begins in the turn of another that took long to begin.
  for (const [index, item] of items.entries()) {
    if (running.size === CALLS_AT_ONCE) await Promise.race(running);
    if (pause.isDue) await nextTurn();
    const waitedMs = index < CALLS_AT_ONCE ? 0 : performance.now() - sinceMs;
    const done: Promise<unknown> = call(item, index, waitedMs)
      .catch((error: unknown) => failures.set(index, error))
      .finally(() => running.delete(done));
    running.add(done);
  }
  await Promise.all(running);
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
}
