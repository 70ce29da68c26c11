// Run in a thread of its own by sizes.fuzz-spec.ts: writes bodies with large parts, some of them or all.
import { parentPort, workerData } from 'node:worker_threads';
import { vocabularies } from '@orch/vocabulary';
import type { FuzzOrder, FuzzReport } from '../fuzz.child.js';
import { SharedInput } from '../shared-input.js';
import { LongestTurn } from '../slow/longest-turn.js';
import { sizedBodies } from './sized-bodies.js';
import { openKinds, type Write, type WrittenKind } from './written-kind.js';

/** The largest bodies that are written on the event loop: the worker thread gets larger ones. */
const SIZE = { bytes: 480 * 1_024, members: 2_900 };
/** The short round takes every body of this number. */
const STRIDE = 101;
/** Of a write that takes too long: on a machine that others use, the least of few runs is up to twice that of a quiet one. */
const RUNS = 24;
const ANNOTATIONS = Object.values(vocabularies.kubernetes.annotations).filter((name) => typeof name === 'string');

const { memory, target } = workerData as FuzzOrder;
/** Kinds of which all bodies are written. Undefined: some bodies of all kinds are. */
const chosen = target === '' ? undefined : new RegExp(`/(${target})$`);
const shared = new SharedInput(memory);
const longest = new LongestTurn();

async function sweep(): Promise<FuzzReport> {
  const { registry, kinds } = await openKinds();
  const seen = new Set<string>();
  const slow: string[] = [];
  let count = 0;
  try {
    for (const kind of kinds.filter(({ name }) => chosen?.test(name) ?? true)) {
      for (const { name, rules, make } of sizedBodies(kind.definition.struct!, kind.object, SIZE, ANNOTATIONS)) {
        if (seen.has(rules)) continue;
        seen.add(rules);
        const at = count++;
        if (!chosen && at % STRIDE !== 0) continue;
        for (const write of writesOf(kind, chosen ? at : at / STRIDE)) {
          const input = `${write} of ${kind.name}: ${name}`;
          shared.put(input);
          const message = await slowWrite(kind, write, make());
          if (message !== undefined) slow.push(`${input}: ${message}`);
        }
      }
    }
    const [input = ''] = slow;
    return { inputs: shared.count, ...(slow.length > 0 && { failure: { input, message: slow.join('\n') } }) };
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { inputs: shared.count, failure: { input: shared.input, message } };
  } finally {
    longest.close();
    await registry.close();
  }
}

/** A create always, and one of the other writes. */
const writesOf = ({ writes: [create, ...others] }: WrittenKind, at: number): readonly Write[] => [
  create!,
  others[at % others.length]!,
];

/** What is wrong with a write; undefined when it holds the event loop for a short time only. */
async function slowWrite(kind: WrittenKind, write: Write, object: object): Promise<string | undefined> {
  const run = kind.prepared(write, object);
  const ms = run ? await longest.of(run, RUNS) : 0;
  return ms > 0 ? `takes ${ms.toFixed(0)} ms of CPU time in one turn` : undefined;
}

void sweep().then((report) => parentPort!.postMessage(report));
