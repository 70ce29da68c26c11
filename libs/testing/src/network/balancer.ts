import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Random } from '@orch/apimachinery';
import { resetSocket } from './reset-socket.js';

/** A TCP balancer on 127.0.0.1. */
export interface Balancer {
  readonly port: number;
  /** Number of connections of each target, in the order of the targets. */
  readonly given: readonly number[];
  /** Resets the connections to one target. */
  reset(targetPort: number): void;
  stop(): Promise<void>;
}

/**
 * Forwards each connection to a random target (ports of 127.0.0.1), skipping those that refuse. Resets it when all refuse.
 * @param random a seeded one repeats its choices. Default: `Math.random`.
 * @param port listening port. Default: 0, a free one.
 */
export async function startBalancer(
  targets: readonly number[],
  random: Random = Math.random,
  port = 0,
): Promise<Balancer> {
  const given = targets.map(() => 0);
  const open = new Map<Socket, number>();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (client) => {
    void give(client);
  });

  const give = async (client: Socket): Promise<void> => {
    client.on('error', () => client.destroy());
    const left = [...targets.keys()];
    while (left.length > 0 && !client.destroyed) {
      const [chosen] = left.splice(Math.floor(random() * left.length), 1);
      const targetPort = targets[chosen!]!;
      const target = await reach(targetPort);
      if (!target) continue;
      if (client.destroyed) return resetSocket(target);
      given[chosen!]!++;
      open.set(client, targetPort);
      join(client, target);
      client.once('close', () => open.delete(client));
      return;
    }
    resetSocket(client);
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    given,
    reset: (targetPort) => {
      for (const [client, at] of open) if (at === targetPort) resetSocket(client);
    },
    stop: async () => {
      server.close();
      for (const client of open.keys()) resetSocket(client);
      await once(server, 'close');
    },
  };
}

/** Connects to a port; undefined when the connection is refused. */
async function reach(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    // Refused: try the next target.
    socket.destroy();
    return undefined;
  }
}

/** Forwards data and ends in both directions; a broken connection resets the other. */
function join(client: Socket, target: Socket): void {
  for (const [from, to] of [
    [client, target],
    [target, client],
  ] as const) {
    from.on('error', () => resetSocket(to));
    from.on('close', () => from.readableEnded || resetSocket(to));
    from.pipe(to);
  }
}
