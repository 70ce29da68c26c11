import { cpuSeconds } from '../subjects/process-usage.mjs';
import { h2load } from './h2load.mjs';

/**
 * h2load against several servers that are one: the connections are dealt out, the rates added, and the times are those of the
 * server that took longer. A server without a connection only follows.
 * @param {object} options
 * @param {readonly import('../subjects/api-server.mjs').ApiServer[]} options.servers
 * @param {import('../subjects/redis.mjs').Redis} options.redis
 * @param {string} options.path with the query
 * @param {Omit<import('./h2load.mjs').Load, 'url'>} options.load `connections` of all servers together
 * @returns {Promise<{ perSecond: number, p50Ms?: number, p99Ms?: number, cpuUs: number, redisCpuUs: number }>}
 *   processor time for each answer: of all servers together, and of Redis
 */
export async function splitLoad({ servers, redis, path, load }) {
  const { connections, logFile, seconds, warmUpSeconds = 0 } = load;
  const spentBefore = servers.map(({ pid }) => cpuSeconds(pid));
  const redisBefore = cpuSeconds(redis.pid);
  const loads = servers.flatMap(({ url }, at) => {
    const share = Math.floor(connections / servers.length) + (at < connections % servers.length ? 1 : 0);
    if (share === 0) return [];
    const own = logFile === undefined ? undefined : `${logFile}.${at}`;
    return [h2load({ ...load, url: url + path, connections: share, logFile: own })];
  });
  const reports = await Promise.all(loads);
  const answers = (sum(reports.map(({ done }) => done)) * (seconds + warmUpSeconds)) / seconds;
  const cpu = sum(servers.map(({ pid }, at) => cpuSeconds(pid) - spentBefore[at]));
  return {
    perSecond: sum(reports.map(({ perSecond }) => perSecond)),
    ...(logFile !== undefined && {
      p50Ms: Math.max(...reports.map(({ p50Ms }) => p50Ms)),
      p99Ms: Math.max(...reports.map(({ p99Ms }) => p99Ms)),
    }),
    cpuUs: (cpu * 1_000_000) / answers,
    redisCpuUs: ((cpuSeconds(redis.pid) - redisBefore) * 1_000_000) / answers,
  };
}

const sum = (values) => values.reduce((all, one) => all + one, 0);
