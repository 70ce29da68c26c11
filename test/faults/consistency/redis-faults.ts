import { setTimeout as pause } from 'node:timers/promises';
import type { TestRedis } from '@orch/testing';
import type { Dice } from './dice.js';
import type { Fault } from './fault.js';
import { repeatedCommand } from './repeated-command.js';

/** Rounds of an empty loop that Lua does in a millisecond, about. */
const ROUNDS_PER_MS = 100_000;

/** What may happen to a server of Redis. @param choose gives the one it happens to. */
export function redisFaults(choose: (dice: Dice) => Promise<TestRedis>): Fault[] {
  const part = 'redis';
  return [
    {
      name: 'Redis is frozen for a moment',
      part,
      happen: async (dice) => {
        const redis = await choose(dice);
        const frozenMs = dice.between(100, 900);
        redis.pause();
        await pause(frozenMs);
        redis.resume();
        return `${redis.port} for ${frozenMs} ms`;
      },
    },
    {
      name: 'no memory is left in Redis',
      part,
      happen: async (dice) => {
        const redis = await choose(dice);
        const fullMs = dice.between(500, 4_000);
        await repeatedCommand(redis, 'CONFIG', 'SET', 'maxmemory', '1mb');
        await pause(fullMs);
        await repeatedCommand(redis, 'CONFIG', 'SET', 'maxmemory', 0);
        return `${redis.port} for ${fullMs} ms`;
      },
    },
    {
      name: 'slow scripts in Redis',
      part,
      happen: async (dice) => {
        const redis = await choose(dice);
        const eachMs = dice.between(50, 500);
        const times = dice.between(2, 8);
        for (let n = 0; n < times; n++) {
          await repeatedCommand(redis, 'EVAL', `for i = 1, ${eachMs * ROUNDS_PER_MS} do end`, 0);
          await pause(dice.between(0, 200));
        }
        return `${redis.port}, ${times} of about ${eachMs} ms`;
      },
    },
    {
      name: 'functions are removed from Redis',
      part,
      happen: async (dice) => {
        const redis = await choose(dice);
        try {
          await repeatedCommand(redis, 'FUNCTION', 'FLUSH');
          return String(redis.port);
        } catch (error) {
          if (!String(error).includes('READONLY')) throw error;
          return `not from ${redis.port}, which was demoted meanwhile`;
        }
      },
    },
    {
      name: 'Redis ends all connections',
      part,
      happen: async (dice) => {
        const redis = await choose(dice);
        await repeatedCommand(redis, 'CLIENT', 'KILL', 'TYPE', 'normal');
        return String(redis.port);
      },
    },
  ];
}
