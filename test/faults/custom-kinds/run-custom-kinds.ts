import { Dice } from '../consistency/dice.js';
import { makeApiServerFaults, untilReady } from '../consistency/make-api-server-faults.js';
import type { Topology } from '../consistency/topology.js';
import { Definer } from './definer.js';
import { Generations } from './generations.js';
import { ObjectClient } from './object-client.js';

const CLIENTS = 6;

/** What a run has done, and what contradicts the promises. */
export interface CustomKindRun {
  readonly violations: readonly string[];
  readonly operations: number;
  readonly changes: number;
  readonly recreations: number;
  readonly faults: readonly string[];
}

/** Changes a definition, deletes and creates it again under load while API servers fail. */
export async function runCustomKinds(topology: Topology, seconds: number, seed: number): Promise<CustomKindRun> {
  const dice = new Dice(seed);
  const violations: string[] = [];
  const now = (): number => performance.now();
  const generations = new Generations(now);
  const { replicas } = topology;
  const definer = new Definer(replicas, generations, dice.fork());
  const clients = Array.from(
    { length: CLIENTS },
    (_, n) => new ObjectClient(`c${n}`, replicas, generations, now, dice.fork(), (text) => violations.push(text)),
  );
  await definer.create();
  const working = new AbortController();
  const work = [definer, ...clients].map((worker) => worker.work(working.signal));
  const faults = await makeApiServerFaults(topology, seconds, dice).finally(() => working.abort());
  await untilReady(replicas);
  await Promise.all(work);
  for (const replica of replicas) for (const client of clients) await client.compareAll(replica);
  const operations = clients.reduce((sum, client) => sum + client.operations, 0);
  return { violations, operations, changes: definer.changes, recreations: definer.recreations, faults };
}
