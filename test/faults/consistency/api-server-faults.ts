import { setTimeout as pause } from 'node:timers/promises';
import type { ApiServerProcess } from './api-server-process.js';
import type { Fault } from './fault.js';

/** What may happen to API servers. */
export function apiServerFaults(servers: readonly ApiServerProcess[]): Fault[] {
  const part = 'api server';
  return [
    {
      name: 'kill -9 of an API server',
      part,
      happen: async (dice) => {
        const server = dice.pick(servers);
        const downMs = dice.between(0, 2_000);
        await server.stop('SIGKILL');
        await pause(downMs);
        await server.start();
        return `${server.name}, down for ${downMs.toFixed()} ms`;
      },
    },
    {
      name: 'kill -9 of all API servers',
      part,
      happen: async () => {
        await Promise.all(servers.map((server) => server.stop('SIGKILL')));
        await Promise.all(servers.map((server) => server.start()));
        return 'all';
      },
    },
    {
      name: 'restart of an API server in order',
      part,
      happen: async (dice) => {
        const server = dice.pick(servers);
        await server.stop('SIGTERM');
        await server.start();
        return server.name;
      },
    },
    {
      name: 'an API server is frozen',
      part,
      happen: async (dice) => {
        const server = dice.pick(servers);
        const frozenMs = dice.between(200, 8_000);
        server.freeze();
        await pause(frozenMs);
        server.thaw();
        return `${server.name} for ${frozenMs.toFixed()} ms`;
      },
    },
  ];
}
