import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral port range, so that no outgoing connection takes a port while its process restarts. */
const FIRST = 15_000;
const COUNT = 16_000;

const taken = new Set<number>();

/** A free port of 127.0.0.1, for a process that needs the same port after a restart. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (taken.has(port) || !(await isFree(port))) continue;
    taken.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const failed = once(server, 'error').then(() => false);
  const listening = once(server, 'listening').then(() => true);
  server.listen(port, '127.0.0.1');
  const free = await Promise.race([listening, failed]);
  if (free) {
    server.close();
    await once(server, 'close');
  }
  return free;
}
