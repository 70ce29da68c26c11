import { setTimeout as pause } from 'node:timers/promises';
import type { Direction, TcpProxy } from '@orch/testing';
import type { Dice } from './dice.js';
import type { Fault } from './fault.js';

const DIRECTIONS: readonly (Direction | undefined)[] = ['toTarget', 'toClient', undefined];

/** What may happen between API servers and their store: each has a proxy of its own. */
export function networkFaults(proxies: readonly TcpProxy[]): Fault[] {
  const part = 'network';
  /** One way, or all of them. */
  const some = (dice: Dice): { proxies: readonly TcpProxy[]; name: string } => {
    const at = dice.between(0, proxies.length + 1);
    return at === proxies.length ? { proxies, name: 'all' } : { proxies: [proxies[at]!], name: `api-${at}` };
  };
  const heal = (which: readonly TcpProxy[]) => Promise.all(which.map((proxy) => proxy.heal()));
  return [
    {
      name: 'connections to Redis are refused',
      part,
      happen: async (dice) => {
        const { proxies: which, name } = some(dice);
        const cutMs = dice.between(100, 6_000);
        await Promise.all(which.map((proxy) => proxy.cut()));
        await pause(cutMs);
        await heal(which);
        return `${name} for ${cutMs} ms`;
      },
    },
    {
      name: 'connections to Redis are reset',
      part,
      happen: async (dice) => {
        const { proxies: which, name } = some(dice);
        const times = dice.between(1, 6);
        for (let n = 0; n < times; n++) {
          for (const proxy of which) proxy.reset();
          await pause(dice.between(20, 400));
        }
        return `${name}, ${times} times`;
      },
    },
    {
      name: 'answers of Redis are cut off',
      part,
      happen: async (dice) => {
        const { proxies: which, name } = some(dice);
        const direction = dice.pick(['toTarget', 'toClient'] as const);
        const bytes = dice.between(0, 3_000);
        for (const proxy of which) proxy.dropAfter(bytes, direction);
        await pause(dice.between(200, 1_500));
        await heal(which);
        return `${name} after ${bytes} bytes ${direction}`;
      },
    },
    {
      name: 'Redis is slow to reach',
      part,
      happen: async (dice) => {
        const { proxies: which, name } = some(dice);
        const delayMs = dice.between(5, 300);
        const direction = dice.pick(DIRECTIONS);
        for (const proxy of which) proxy.delay(delayMs, direction);
        await pause(dice.between(1_000, 4_000));
        await heal(which);
        return `${name} by ${delayMs} ms ${direction ?? 'both ways'}`;
      },
    },
    {
      name: 'a black hole before Redis',
      part,
      happen: async (dice) => {
        const { proxies: which, name } = some(dice);
        const heldMs = dice.between(200, 9_000);
        const direction = dice.pick(DIRECTIONS);
        for (const proxy of which) proxy.blackhole(direction);
        await pause(heldMs);
        const isReset = dice.chance(0.5);
        if (isReset) for (const proxy of which) proxy.reset();
        await heal(which);
        return `${name} for ${heldMs} ms ${direction ?? 'both ways'}${isReset ? ', then reset' : ''}`;
      },
    },
  ];
}
