import { setMaxListeners } from 'node:events';
import type { Controller } from '../controller/controller.js';

/**
 * Runs controllers until the signal, or until one of them fails. Resolves when the workers of all have ended: only then may another process
 * become leader. @throws the first failure.
 */
export async function runTogether(
  controllers: readonly Controller[],
  workers: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const running = new AbortController();
  setMaxListeners(0, running.signal); // every call of every worker listens
  const stop = (): void => running.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const failures: unknown[] = [];
  const runs = controllers.map((controller) =>
    controller.run(running.signal, workers).catch((error: unknown) => {
      failures.push(error);
      running.abort(error);
    }),
  );
  await Promise.all(runs);
  signal.removeEventListener('abort', stop);
  if (failures.length > 0) throw failures[0];
}
