import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onClientError } from './client-error.js';

describe('a client that is too slow', () => {
  let server: Server;
  let handled = 0;
  beforeAll(async () => {
    const times = { requestTimeout: 2, headersTimeout: 1, connectionsCheckingInterval: 1 };
    server = createServer(times, (_request, response) => {
      handled++;
      response.end();
    });
    server.on('clientError', onClientError);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const rows = [
    { name: 'says nothing', sends: '' },
    { name: 'stops within the request line', sends: 'GET /api' },
    { name: 'stops within the headers', sends: 'GET /api HTTP/1.1\r\nHost: a\r\nX-Slow: 1\r\n' },
  ];
  for (const { name, sends } of rows) {
    it(`is answered with 408, and its connection ends, when it ${name}`, async () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      if (sends) socket.write(sends);
      let text = '';
      for await (const chunk of socket.setEncoding('utf8')) text += chunk as string;
      const [head, body] = text.split('\r\n\r\n') as [string, string];
      expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n(?:.*\r\n)*Connection: close/);
      expect(JSON.parse(body)).toMatchObject({ kind: 'Status', code: 408, reason: 'Timeout' });
      expect(handled).toBe(0);
    });
  }
});
