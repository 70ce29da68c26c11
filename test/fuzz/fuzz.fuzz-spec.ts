import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { tsChild, type TsChild } from '../support/ts-child.js';
import { addToCorpus } from './corpus.js';
import type { FuzzInput } from './fuzz-target.js';
import type { FuzzOrder, FuzzReport } from './fuzz.child.js';
import { SharedInput } from './shared-input.js';
import { FUZZ_TARGETS } from './targets/targets.js';

/** How long each target gets. Unset: one round of some hundred inputs with a fixed seed. */
const SECONDS = Number(process.env['ORCH_FUZZ_SECONDS'] ?? 0);
const SEED = Number(process.env['FC_SEED'] ?? (SECONDS > 0 ? Date.now() % 2 ** 31 : 20_261_121));
/** One input that takes longer holds up a server. Far more than any needs, as the machine may be busy. */
const MAX_INPUT_MS = 10_000;
const MAX_MEMORY_MIB = 512;
const CORPUS = join(__dirname, 'corpus');

describe('what strangers send', () => {
  let child: TsChild;
  beforeAll(() => (child = tsChild(join(__dirname, 'fuzz.child.ts'), [])));

  it.each(FUZZ_TARGETS.map(({ name }) => name))(
    '%s refuses or reads, and neither hangs nor fails nor remembers',
    async (target) => {
      const { inputs, failure } = await run(child, target);
      if (SECONDS > 0) process.stderr.write(`${target}: ${inputs} inputs, seed ${SEED}\n`);
      if (!failure) return;
      const file = addToCorpus(CORPUS, target, failure.input);
      const shown = Buffer.from(failure.input).toString().slice(0, 2_000);
      throw new Error(`${failure.message}\ninput, kept in ${file}:\n${shown}`);
    },
    SECONDS * 1_000 + 120_000,
  );
});

/** Runs a target in a thread of its own, watched from here. */
async function run({ file, env }: TsChild, target: string): Promise<FuzzReport> {
  const shared = new SharedInput();
  const order: FuzzOrder = { target, corpus: CORPUS, memory: shared.memory, seed: SEED, budgetMs: SECONDS * 1_000 };
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
