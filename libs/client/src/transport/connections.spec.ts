import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { connectionsTo } from './connections.js';

it('connections look up host names as they are given', async () => {
  const server = createServer((_request, reply) => void reply.end('served'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked: string[] = [];
  const lookup: LookupFunction = (host, _options, done) => {
    asked.push(host);
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const origin = `http://reviews.example:${port}`;
  const connections = connectionsTo({ server: origin, tls: {} }, { connections: 1, lookup }, {});
  try {
    const { body } = await connections.request({ origin, path: '/', method: 'GET' });
    expect(await body.text()).toBe('served');
    expect(asked).toEqual(['reviews.example']);
  } finally {
    await connections.destroy();
    server.close();
  }
});
