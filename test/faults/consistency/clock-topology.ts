import { startRedis, startTcpProxy, temporaryDirectory } from '@orch/testing';
import { clockFaults } from './clock-faults.js';
import { networkFaults } from './network-faults.js';
import { logsOf, startApiServers } from './redis-topology.js';
import { TestClock } from './test-clock.js';
import type { Topology } from './topology.js';

/**
 * Two API servers and one Redis, each with a wall clock of its own that is set now and then. A store whose clock is set ahead takes
 * its history for old and drops it, so watches may be notified 410.
 */
export async function clockTopology(): Promise<Topology> {
  const directory = await temporaryDirectory();
  const ofRedis = new TestClock('redis', directory.path);
  const ofServers = [0, 1].map((n) => new TestClock(`api-${n}`, directory.path));
  const path = process.env.PATH;
  const wrapped = ofRedis.wrap('redis-server');
  if (wrapped) process.env.PATH = `${wrapped}:${path}`;
  const redis = await startRedis();
  process.env.PATH = path;
  const proxies = await Promise.all(ofServers.map(() => startTcpProxy(redis.port)));
  const servers = await startApiServers(
    directory.path,
    proxies.map(({ port }, n) => ({
      flags: [`--redis-url=redis://127.0.0.1:${port}`],
      environment: ofServers[n]!.environment,
    })),
  );
  const clocks = wrapped ? [...ofServers, ofRedis] : ofServers;
  return {
    replicas: servers,
    faults: [...clockFaults(clocks), ...networkFaults(proxies)],
    allowances: { mayBeGone: true, mayLose: false },
    logs: () => ({ ...logsOf(servers), redis: redis.log().join('\n') }),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await redis.stop();
      for (const clock of [ofRedis, ...ofServers]) clock.close();
      await directory.remove();
    },
  };
}
