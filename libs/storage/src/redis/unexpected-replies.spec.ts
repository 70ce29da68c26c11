import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';

import { connectPrimary } from './connect-primary.js';

let server: Server;
let link: Socket;
let redis: Redis;

beforeEach(async () => {
  server = createServer((socket) => {
    link = socket;
    socket.on('error', () => undefined);
    // The name of the connection.
    socket.once('data', () => socket.write('+OK\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = { kind: 'single', tls: false, host: '127.0.0.1', port } as const;
  redis = await connectPrimary({ target, options: { urls: [] }, base: '{orch}' }, 'orch-test');
});
afterEach(() => {
  redis.disconnect();
  link.destroy();
  server.close();
});

it.each([
  ['a null', '$-1\r\n'],
  ['a null array', '*-1\r\n'],
  ['a status', '+OK\r\n'],
  ['many numbers', ':1\r\n'.repeat(1_000)],
  ['an error', '-ERR no command\r\n'],
  ['a push message without a type', '>1\r\n_\r\n'],
])('ends the connection on %s without a command', async (_what, bytes) => {
  const errors: unknown[] = [];
  redis.on('error', (error) => errors.push(error));
  const ended = new Promise((resolve) => redis.on('end', resolve));
  link.write(bytes);
  await ended;
  await nextTurn();
  expect(errors.length).toBe(1);
});
