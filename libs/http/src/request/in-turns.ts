import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work goes on before others have their turn. Unit: milliseconds. */
const TURN_MS = 8;

/** Does long work without holding the event loop: between two steps others have their turn when it is time. */
export async function inTurns<T>(work: Generator<undefined, T>, turnMs = TURN_MS): Promise<T> {
  // Many such works may follow each other.
  await nextTurn();
  let until = performance.now() + turnMs;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + turnMs;
  }
}
