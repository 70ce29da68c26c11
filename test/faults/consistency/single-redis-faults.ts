import { setTimeout as pause } from 'node:timers/promises';
import type { TestRedis } from '@orch/testing';
import type { Fault } from './fault.js';
import type { Room } from './small-disk.js';

/** A disk without room is given back after this, when nothing has come of it. Unit: milliseconds. */
const FULL_MS = 5_000;

/** Redis is killed, and started again after a while. */
export const killOfRedis = (redis: TestRedis): Pick<Fault, 'name' | 'happen'> => ({
  name: 'kill -9 of Redis',
  happen: async (dice) => {
    const downMs = dice.between(0, 3_000);
    await redis.kill();
    await pause(downMs);
    await redis.restart();
    return `down for ${downMs} ms`;
  },
});

/** What may happen to a server of Redis that no other can replace. */
export function singleRedisFaults(redis: TestRedis, room: Room): Fault[] {
  const part = 'redis';
  return [
    { part, ...killOfRedis(redis) },
    {
      name: 'kill -9 of Redis while it rewrites its file',
      part,
      happen: async (dice) => {
        await redis.cli('BGREWRITEAOF');
        const afterMs = dice.between(0, 60);
        await pause(afterMs);
        await redis.kill();
        await redis.restart();
        return `after ${afterMs} ms`;
      },
    },
    {
      name: 'restart of Redis in order',
      part,
      happen: async () => {
        await redis.kill('SIGTERM');
        await redis.restart();
        return '';
      },
    },
    {
      name: 'Redis is frozen for long',
      part,
      happen: async (dice) => {
        const frozenMs = dice.between(1_000, 8_000);
        redis.pause();
        await pause(frozenMs);
        redis.resume();
        return `${frozenMs} ms`;
      },
    },
    fullDisk(redis, room),
  ];
}

/** Redis gives up when it cannot write what it has to; with room again it begins with what it wrote. */
const fullDisk = (redis: TestRedis, room: Room): Fault => ({
  name: 'the disk of Redis is full',
  part: 'redis',
  always: true,
  happen: async (dice) => {
    const bytesLeft = dice.between(0, 20_000);
    const ended = redis.logged('Exiting', redis.log().length).catch(() => 'ended');
    room.fill(bytesLeft);
    const how = await Promise.race([ended, pause(FULL_MS).then(() => 'did not end')]);
    await room.free();
    await redis.restart();
    return `${bytesLeft} bytes left; Redis: ${how}`;
  },
});
