import { setTimeout as pause } from 'node:timers/promises';
import type { ControllerReplica } from './controller-replicas.js';

const INTERVAL_MS = 1_000;

/** Resident memory of a process over time. Unit: MiB. */
export async function followMemory(replica: ControllerReplica, ended: AbortSignal): Promise<number[]> {
  const samples: number[] = [];
  while (!ended.aborted) {
    const sample = replica.residentMiB;
    if (sample !== undefined) samples.push(sample);
    await pause(INTERVAL_MS);
  }
  return samples;
}

/** Medians of the second and the last quarter. The first has the start in it. */
export function memoryTrend(samples: readonly number[]): { readonly early: number; readonly late: number } {
  const quarter = Math.floor(samples.length / 4);
  return { early: median(samples.slice(quarter, 2 * quarter)), late: median(samples.slice(3 * quarter)) };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
