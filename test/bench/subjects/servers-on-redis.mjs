import { startApiServer } from './api-server.mjs';
import { startRedis } from './redis.mjs';

/**
 * API servers on one Redis of their own, with nothing before them.
 * @param {{ root: string, folder: (name: string) => string, name: string, count: number }} options `folder(name)` takes their files
 */
export async function startServersOnRedis({ root, folder, name, count }) {
  const redis = await startRedis(folder(`${name}/redis`));
  const servers = [];
  // One after the other: the first makes what all share.
  for (let at = 1; at <= count; at++) {
    servers.push(await startApiServer({ root, dataDir: folder(`${name}/server-${at}`), flags: redis.flags }));
  }
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await redis.stop();
  };
  return { redis, servers, stop };
}
