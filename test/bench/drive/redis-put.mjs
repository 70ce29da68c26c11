import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { OBJECT_BYTES } from '../objects.mjs';

const run = promisify(execFile);

/** A value, and an entry of a stream that names it: the least that a store with a history does. */
const LIBRARY = `#!lua name=bench
redis.register_function('bench_put', function(keys, args)
  local revision = string.format('%.0f', redis.call('INCR', keys[1] .. ':revision'))
  redis.call('SET', keys[1] .. ':' .. revision, args[1])
  redis.call('XADD', keys[1] .. ':log', revision .. '-0', 'k', args[2])
  return revision
end)`;

/**
 * Makes a Redis able to take puts.
 * @param {import('../subjects/redis.mjs').Redis} redis
 */
export async function preparePuts(redis) {
  await redis.command('FUNCTION', 'LOAD', LIBRARY);
}

/**
 * Puts of 2 KiB by redis-benchmark, each one call of the function.
 * @param {import('../subjects/redis.mjs').Redis} redis
 * @param {{ connections: number, requests: number }} load each connection with one call at a time
 * @returns {Promise<{ perSecond: number, p50Ms: number, p99Ms: number }>}
 */
export async function putInRedis(redis, { connections, requests }) {
  const value = 'x'.repeat(OBJECT_BYTES);
  const call = ['FCALL', 'bench_put', '1', '{bench}', value, '/core/configmaps/default/bench-12345'];
  const args = [
    '-p',
    String(redis.port),
    '-c',
    String(connections),
    '-n',
    String(requests),
    '--csv',
    '--precision',
    '3',
  ];
  const { stdout } = await run('redis-benchmark', [...args, ...call], { maxBuffer: 16 * 1_024 * 1_024 });
  const [head, line] = stdout.trim().split('\n').slice(-2);
  // The name in the first column is the call, which holds no comma.
  const cells = line.split(',').map((cell) => cell.replaceAll('"', ''));
  const at = (name) => Number(cells[head.split(',').findIndex((cell) => cell.includes(name))]);
  return { perSecond: at('rps'), p50Ms: at('p50'), p99Ms: at('p99') };
}
