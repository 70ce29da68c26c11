import { turnShare } from './turn-share.js';

/**
 * Runs long work, which yields after each short step: between two steps others run where this turn had enough work.
 * @param signal ends the work between two steps. Default: it always completes.
 * @throws errors of the work; the reason of `signal`.
 */
export async function inTurns<T>(work: Generator<undefined, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const turn = turnShare.next();
    if (!turn) continue;
    await turn;
    signal?.throwIfAborted();
  }
}
