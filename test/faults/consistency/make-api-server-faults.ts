import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from './dice.js';
import { Requester } from './requester.js';
import type { Replica, Topology } from './topology.js';

/** How long a server may take to serve again. Unit: milliseconds. */
const RECOVERY_MS = 90_000;

/** Makes API servers fail by chance for some time. Returns what happened, for people. */
export async function makeApiServerFaults(
  { faults, replicas }: Topology,
  seconds: number,
  dice: Dice,
): Promise<string[]> {
  const possible = faults.filter(({ part }) => part === 'api server');
  const end = performance.now() + seconds * 1_000;
  const made: string[] = [];
  while (performance.now() < end) {
    await pause(dice.between(1_000, 4_000));
    const fault = dice.pick(possible);
    made.push(`${fault.name}: ${await fault.happen(dice)}`);
    if (dice.chance(0.7)) await untilReady(replicas);
  }
  return made;
}

/** Waits until all servers are ready. @throws Error when one is not after 90 s. */
export async function untilReady(replicas: readonly Replica[]): Promise<void> {
  await Promise.all(replicas.map(ready));
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
