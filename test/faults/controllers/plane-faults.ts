import { setTimeout as pause } from 'node:timers/promises';
import { apiServerFaults } from '../consistency/api-server-faults.js';
import type { Dice } from '../consistency/dice.js';
import { killOfRedis } from '../consistency/single-redis-faults.js';
import type { ControlledPlane } from './controlled-plane.js';

interface PlaneFault {
  readonly name: string;
  /** @returns what exactly happened. */
  happen(dice: Dice): Promise<string>;
}

/**
 * Kills, restarts and freezes what the plane is made of, one after the other, until the signal is aborted: each once before one happens again.
 * Returns what happened.
 */
export async function makePlaneFaults(plane: ControlledPlane, ended: AbortSignal, dice: Dice): Promise<string[]> {
  const all: readonly PlaneFault[] = [
    ...faultsOfReplicas(plane),
    ...faultsOfRedis(plane),
    ...apiServerFaults([plane.server]),
  ];
  let left: PlaneFault[] = [];
  const made: string[] = [];
  while (!ended.aborted) {
    await pause(dice.between(500, 4_000));
    if (left.length === 0) left = [...all];
    const [fault] = left.splice(dice.between(0, left.length), 1) as [PlaneFault];
    made.push(`${fault.name}: ${await fault.happen(dice)}`);
  }
  return made;
}

/** A replica that works alone is not killed, since its memory is measured. */
function faultsOfReplicas({ replicas }: ControlledPlane): PlaneFault[] {
  if (replicas.length === 1) return [];
  return [
    {
      name: 'kill -9 of a replica',
      happen: (dice) => {
        const replica = dice.pick(replicas);
        replica.kill();
        return Promise.resolve(replica.name);
      },
    },
    {
      name: 'a replica is frozen',
      happen: async (dice) => {
        const replica = dice.pick(replicas);
        // Also for longer than its locks and its lease last.
        const frozenMs = dice.between(200, 9_000);
        replica.freeze();
        await pause(frozenMs);
        replica.thaw();
        return `${replica.name} for ${frozenMs} ms`;
      },
    },
  ];
}

function faultsOfRedis({ redis }: ControlledPlane): PlaneFault[] {
  if (!redis) return [];
  return [
    killOfRedis(redis),
    {
      name: 'Redis is frozen',
      happen: async (dice) => {
        const frozenMs = dice.between(200, 6_000);
        redis.pause();
        await pause(frozenMs);
        redis.resume();
        return `for ${frozenMs} ms`;
      },
    },
  ];
}
