import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { startChild } from './child.mjs';
import { freePort } from './free-port.mjs';

const run = promisify(execFile);
/** SLOWLOG records commands that took longer, up to a number of entries. Unit: microseconds. */
const SLOW_US = 1_000;
const SLOW_KEPT = 10_000;

/**
 * @typedef {import('./child.mjs').Child & { port: number, url: string, flags: string[],
 *   command: (...words: string[]) => Promise<string> }} Redis
 *   `flags` make an API server use it; `command` sends one and gives the answer as `redis-cli` prints it to programs
 */

/**
 * A single Redis as Orch wants it: every answered write is flushed to its append-only file, on the disk of `directory`.
 * @param {string} directory
 * @returns {Promise<Redis>}
 */
export async function startRedis(directory) {
  const port = await freePort();
  const settings = {
    bind: '127.0.0.1',
    port,
    dir: directory,
    appendonly: 'yes',
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
    'slowlog-log-slower-than': SLOW_US,
    'slowlog-max-len': SLOW_KEPT,
  };
  const child = await startChild({
    command: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ready: /Ready to accept connections/,
  });
  const url = `redis://127.0.0.1:${port}`;
  const command = async (...words) => (await run('redis-cli', ['-p', String(port), ...words])).stdout.trim();
  return { ...child, port, url, command, flags: ['--storage-backend=redis', `--redis-url=${url}`] };
}

/**
 * Forgets the commands so far.
 * @param {Redis} redis
 */
export async function forgetCommands(redis) {
  await redis.command('SLOWLOG', 'RESET');
}

/**
 * The longest command since SLOWLOG RESET, of those above a millisecond; 0 when there was none.
 * @param {Redis} redis
 * @returns {Promise<number>} milliseconds
 */
export async function longestCommandMs(redis) {
  const script =
    "local most = 0 for _, one in ipairs(redis.call('SLOWLOG', 'GET', -1)) do most = math.max(most, one[3]) end return most";
  return Number(await redis.command('EVAL', script, '0')) / 1_000;
}
