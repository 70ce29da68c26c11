import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRedis } from '@orch/testing';
import type { Room } from './small-disk.js';

/** Simulates a full disk for Redis where mounting a disk is not allowed: a limit on the size of a file, until the next start. */
export const fileLimit = (redis: TestRedis): Room => ({
  fill: (bytesLeft) => {
    const folder = join(redis.directory, 'appendonlydir');
    const largest = Math.max(0, ...readdirSync(folder).map((file) => statSync(join(folder, file)).size));
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(redis.pid), `--fsize=${largest + bytesLeft}`]);
    if (status !== 0) throw new Error(`prlimit: ${String(stderr)}`);
  },
  free: () => Promise.resolve(),
});
