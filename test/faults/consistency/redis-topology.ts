import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRedis, startTcpProxy, temporaryDirectory, type TcpProxy } from '@orch/testing';
import { apiServerFaults } from './api-server-faults.js';
import { ApiServerProcess } from './api-server-process.js';
import { commonFlags, tokenFile } from './embedded-topology.js';
import { fileLimit } from './file-limit.js';
import { networkFaults } from './network-faults.js';
import { redisFaults } from './redis-faults.js';
import { singleRedisFaults } from './single-redis-faults.js';
import { smallDisk } from './small-disk.js';
import type { Topology } from './topology.js';

const DISK_MEGABYTES = 512;
/** Small enough that the file is rewritten again and again. */
const SETTINGS = { 'auto-aof-rewrite-min-size': '2mb' };

/** Two API servers and one Redis that flushes every write, a proxy before it for each of them. */
export async function redisTopology(): Promise<Topology> {
  const directory = await temporaryDirectory();
  const disk = await smallDisk(DISK_MEGABYTES);
  if (!disk)
    process.stderr.write(
      'WARNING: mount -t tmpfs failed (needs root): a full disk is simulated by a limit on the size of files\n',
    );
  const redis = await startRedis({ settings: SETTINGS, ...(disk && { directory: disk.path }) });
  const proxies = await Promise.all([0, 1].map(() => startTcpProxy(redis.port)));
  const servers = await startApiServers(
    directory.path,
    proxies.map(({ port }) => ({ flags: [`--redis-url=redis://127.0.0.1:${port}`] })),
  );
  return {
    replicas: servers,
    faults: [
      ...apiServerFaults(servers),
      ...redisFaults(() => Promise.resolve(redis)),
      ...singleRedisFaults(redis, disk ?? fileLimit(redis)),
      ...networkFaults(proxies),
    ],
    allowances: { mayBeGone: false, mayLose: false },
    logs: () => ({ ...logsOf(servers), redis: redis.log().join('\n') }),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await Promise.all(proxies.map((proxy: TcpProxy) => proxy.stop()));
      await redis.stop();
      await disk?.remove();
      await directory.remove();
    },
  };
}

/** API servers of one store, each with flags and an environment of its own. */
export async function startApiServers(
  directory: string,
  each: readonly { readonly flags: readonly string[]; readonly environment?: NodeJS.ProcessEnv }[],
): Promise<ApiServerProcess[]> {
  const tokens = join(directory, 'tokens.csv');
  await writeFile(tokens, tokenFile());
  return Promise.all(
    each.map(({ flags, environment }, n) => {
      const dataDir = `--data-dir=${join(directory, `api-${n}`)}`;
      const all = [dataDir, '--storage-backend=redis', ...commonFlags(tokens), ...flags];
      return ApiServerProcess.start(`api-${n}`, all, environment);
    }),
  );
}

export const logsOf = (servers: readonly ApiServerProcess[]): Record<string, string> =>
  Object.fromEntries(servers.map((server) => [server.name, server.log()]));
