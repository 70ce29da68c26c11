import { setTimeout as pause } from 'node:timers/promises';
import { Dice } from '../consistency/dice.js';
import { Requester } from '../consistency/requester.js';
import type { Replica, Topology } from '../consistency/topology.js';
import { Definer } from './definer.js';
import { Generations } from './generations.js';
import { ObjectClient } from './object-client.js';

const CLIENTS = 6;
/** How long a server may take to serve again. Unit: milliseconds. */
const RECOVERY_MS = 90_000;

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
  const faults = await makeFaults(topology, seconds, dice).finally(() => working.abort());
  await Promise.all(replicas.map(ready));
  await Promise.all(work);
  for (const replica of replicas) for (const client of clients) await client.compareAll(replica);
  const operations = clients.reduce((sum, client) => sum + client.operations, 0);
  return { violations, operations, changes: definer.changes, recreations: definer.recreations, faults };
}

async function makeFaults({ faults, replicas }: Topology, seconds: number, dice: Dice): Promise<string[]> {
  const possible = faults.filter(({ part }) => part === 'api server');
  const end = performance.now() + seconds * 1_000;
  const made: string[] = [];
  while (performance.now() < end) {
    await pause(dice.between(1_000, 4_000));
    const fault = dice.pick(possible);
    made.push(`${fault.name}: ${await fault.happen(dice)}`);
    if (dice.chance(0.7)) await Promise.all(replicas.map(ready));
  }
  return made;
}

async function ready({ name, port }: Replica): Promise<void> {
  const requester = new Requester(5_000);
  const limit = performance.now() + RECOVERY_MS;
  for (;;) {
    const answer = await requester.ask(port, { method: 'GET', path: '/readyz' });
    if (answer.is === 'answered' && answer.status === 200) break;
    if (performance.now() > limit) throw new Error(`${name} does not serve after ${RECOVERY_MS} ms`);
    await pause(100);
  }
  requester.close();
}
