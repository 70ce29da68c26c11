import { startReplication, startSentinels, temporaryDirectory } from '@orch/testing';
import { apiServerFaults } from './api-server-faults.js';
import { redisFaults } from './redis-faults.js';
import { logsOf, startApiServers } from './redis-topology.js';
import { primaryOf, sentinelFaults } from './sentinel-faults.js';
import type { Topology } from './topology.js';

/** How long a server is silent before it counts as down. Unit: milliseconds. */
const DOWN_AFTER_MS = 1_500;

/** Two API servers, a Redis with two followers, three Sentinels; a write is answered when the required number of followers have it. */
export async function sentinelTopology(confirming: 1 | 2): Promise<Topology> {
  const directory = await temporaryDirectory();
  const replication = await startReplication({ replicas: 2 });
  const sentinels = await startSentinels(3, replication, { downAfterMs: DOWN_AFTER_MS });
  const flags = [`--redis-url=${sentinels.url}`, `--redis-durability=replicated=${confirming}`];
  const servers = await startApiServers(directory.path, [{ flags }, { flags }]);
  const failOvers = sentinelFaults(replication, sentinels, confirming === 2);
  return {
    replicas: servers,
    faults: [
      ...apiServerFaults(servers),
      ...redisFaults(() => primaryOf(replication, sentinels)),
      ...failOvers,
      // What this is about, more often than the others.
      ...failOvers,
    ],
    allowances: { mayBeGone: true, mayLose: true },
    logs: () => ({
      ...logsOf(servers),
      ...Object.fromEntries(replication.servers.map((server) => [`redis-${server.port}`, server.log().join('\n')])),
    }),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await sentinels.stop();
      await replication.stop();
      await directory.remove();
    },
  };
}
