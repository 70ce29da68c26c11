import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TsChild } from '../support/ts-child.js';
import type { FuzzInput } from './fuzz-target.js';
import type { FuzzOrder, FuzzReport } from './fuzz.child.js';
import { SharedInput } from './shared-input.js';

/** One input that takes longer holds up a server. Far more than any needs, as the machine may be busy. */
const MAX_INPUT_MS = 10_000;
const MAX_MEMORY_MIB = 512;

/** Runs a target in a thread of its own, watched from here. */
export async function runWatched(
  { file, env }: TsChild,
  given: Pick<FuzzOrder, 'target' | 'corpus' | 'seed' | 'budgetMs'>,
): Promise<FuzzReport> {
  const shared = new SharedInput();
  const order: FuzzOrder = { ...given, memory: shared.memory };
  // The stack of a process, not that of a thread, which is four times as large.
  const resourceLimits = { maxOldGenerationSizeMb: MAX_MEMORY_MIB, stackSizeMb: 1 };
  const worker = new Worker(file, { workerData: order, resourceLimits, env });
  const end = new AbortController();
  try {
    return await Promise.race([
      once(worker, 'message', { signal: end.signal }).then(([report]) => report as FuzzReport),
      once(worker, 'exit', { signal: end.signal }).then(([code]) => died(shared, `the thread ended with ${code}`)),
      untilItHangs(shared, end.signal),
    ]).catch((error: unknown) => died(shared, String(error)));
  } finally {
    end.abort();
    await worker.terminate();
  }
}

const died = (shared: SharedInput, message: string): FuzzReport => {
  const input: FuzzInput = shared.input;
  return { inputs: shared.count, failure: { input, message } };
};

async function untilItHangs(shared: SharedInput, signal: AbortSignal): Promise<FuzzReport> {
  let count: number;
  do {
    count = shared.count;
    await delay(MAX_INPUT_MS, undefined, { signal });
    // None yet: it is still being loaded.
  } while (count === 0 || count !== shared.count);
  return died(shared, `one input took more than ${MAX_INPUT_MS} ms`);
}
