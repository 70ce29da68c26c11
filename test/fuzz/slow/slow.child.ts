// Run in a thread of its own by slow.fuzz-spec.ts: searches one target for slow inputs until its time is up.
import { parentPort, workerData } from 'node:worker_threads';
import { readCorpus } from '../corpus.js';
import type { FuzzOrder, FuzzReport } from '../fuzz.child.js';
import { SharedInput } from '../shared-input.js';
import { findSlowInput } from './search.js';
import { SLOW_TARGETS } from './slow-targets.js';

/** Of the short round. */
const INPUTS_PER_ROUND = 60;

const { target: name, corpus, memory, seed, budgetMs } = workerData as FuzzOrder;
const target = SLOW_TARGETS.find((known) => known.name === name)!;
const shared = new SharedInput(memory);
const end = performance.now() + budgetMs;
let report: FuzzReport;
try {
  const slow = findSlowInput(target, {
    seed,
    corpus: readCorpus(corpus, name).map((input) => Buffer.from(input).toString('utf8')),
    goesOn: (count) => (budgetMs === 0 ? count < INPUTS_PER_ROUND : performance.now() < end),
    before: (input) => shared.put(input),
  });
  const message = slow && `${slow.input.length} characters take ${slow.cpuMs.toFixed(0)} ms of CPU time in one turn`;
  report = { inputs: shared.count, ...(slow && message ? { failure: { input: slow.input, message } } : {}) };
} catch (error) {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  report = { inputs: shared.count, failure: { input: shared.input, message } };
}
parentPort!.postMessage(report);
