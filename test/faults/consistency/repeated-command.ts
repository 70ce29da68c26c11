import { setTimeout as pause } from 'node:timers/promises';
import type { TestRedis } from '@orch/testing';

const TRIES = 20;
const BETWEEN_MS = 100;

/**
 * Runs a command, again while its connection is ended before the answer: Sentinels end the connections of a server that they demote,
 * which on a busy machine happens at any time. Rejects with the server's error.
 */
export async function repeatedCommand(redis: TestRedis, ...command: readonly (string | number)[]): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    try {
      return await redis.cli(...command);
    } catch (error) {
      if (!isEnd(error) || tries === TRIES) throw error;
      await pause(BETWEEN_MS);
    }
  }
}

const isEnd = (error: unknown): boolean =>
  (error as Error).message === 'Connection is closed.' || (error as NodeJS.ErrnoException).code === 'ECONNRESET';
