import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which systems lend ports for outgoing connections: nobody is lent ours while its process restarts. */
const FIRST = 15_000;
const COUNT = 16_000;

const taken = new Set<number>();

/** A port of 127.0.0.1 where nobody listens, for a process that has to have the same one again after its end. */
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
