// Run in a thread of its own by fuzz.fuzz-spec.ts: gives one target inputs until its time is up.
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { readCorpus } from './corpus.js';
import type { FuzzInput, FuzzTarget } from './fuzz-target.js';
import { PrototypeGuard } from './prototype-guard.js';
import { SharedInput } from './shared-input.js';
import { FUZZ_TARGETS } from './targets/targets.js';

/** Input of the thread. */
export interface FuzzOrder {
  readonly target: string;
  readonly corpus: string;
  readonly memory: SharedArrayBuffer;
  readonly seed: number;
  /** How long, in milliseconds; 0: one round. */
  readonly budgetMs: number;
}

/** What it answers in the end. */
export interface FuzzReport {
  readonly inputs: number;
  readonly failure?: { readonly input: FuzzInput; readonly message: string };
}

const RUNS_PER_ROUND = 300;

async function fuzz(target: FuzzTarget, { memory, corpus, seed, budgetMs }: FuzzOrder): Promise<FuzzReport> {
  const guard = new PrototypeGuard();
  const shared = new SharedInput(memory);
  const run = async (input: FuzzInput): Promise<void> => {
    shared.put(input);
    await target.run(input);
    guard.check();
  };
  for (const input of readCorpus(corpus, target.name)) {
    try {
      await run(input);
    } catch (error) {
      return { inputs: shared.count, failure: { input, message: textOf(error) } };
    }
  }
  const end = performance.now() + budgetMs;
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    const { failed, counterexample, errorInstance } = await fc.check(fc.asyncProperty(target.inputs, run), {
      seed: seed + round,
      numRuns: RUNS_PER_ROUND,
    });
    if (failed) {
      const [input] = counterexample!;
      return { inputs: shared.count, failure: { input, message: `seed ${seed + round}: ${textOf(errorInstance)}` } };
    }
  }
  guard.checkAll();
  return { inputs: shared.count };
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const order = workerData as FuzzOrder;
void fuzz(
  FUZZ_TARGETS.find(({ name }) => name === order.target)!,
  order,
).then((report) => parentPort!.postMessage(report));
