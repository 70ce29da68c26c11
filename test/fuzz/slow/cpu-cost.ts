import { ApiError } from '@orch/apimachinery';
import { threadCpuClock } from '../../../libs/process/src/event-loop/thread-cpu-clock.js';
import { slowness } from './machine-speed.js';
import type { SlowTarget } from './slow-target.js';

const cpuMs = threadCpuClock();

/** Milliseconds of the costliest turn, as the clock has it. */
function costliestTurn(target: SlowTarget, input: string, clock: () => number): number {
  let most = 0;
  let start = clock();
  const turn = (): void => {
    const now = clock();
    most = Math.max(most, now - start);
    start = now;
  };
  try {
    for (const _turn of target.run(input)) turn();
  } catch (error) {
    if (!(error instanceof ApiError && error.code < 500)) throw error;
  }
  turn();
  return most;
}

/** Fitness of an input. Noisy, but fine for short times, where the CPU clock of the kernel counts in ticks. */
export const roughCost = (target: SlowTarget, input: string): number =>
  costliestTurn(target, input, () => performance.now());

/**
 * CPU time of the costliest turn: the least of several runs, since the first compile code, and garbage of earlier inputs is
 * collected in some. On a machine that is slower than the one limits are written for, what that one would need.
 * @param enough runs end when one costs no more.
 */
export function cpuCost(target: SlowTarget, input: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > enough; run++) least = Math.min(least, costliestTurn(target, input, cpuMs));
  return least > enough ? least / slowness(cpuMs) : least;
}

const RUNS = 8;
