import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onClientError } from './client-error.js';
import { isExemptFromRequestTimeout, exemptFromRequestTimeout } from '@orch/http';

describe('a body that takes longer than the request timeout', () => {
  let server: Server;
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  for (const [name, mark, code] of [
    ['is refused', () => undefined, 408],
    ['is read to its end on a connection with a timeout exemption', exemptFromRequestTimeout, 200],
  ] as const) {
    it(name, async () => {
      // The headers arrive sooner even on a busy machine.
      const times = { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 1 };
      server = createServer(times, (incoming, response) => {
        mark(incoming);
        incoming.resume().on('end', () => response.end());
      });
      const late = once(server.on('clientError', onClientError), 'clientError');
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const sending = request({ host: '127.0.0.1', port, method: 'POST' });
      sending.on('error', () => undefined); // the rest of a rejected body
      const answer = once(sending, 'response');
      sending.write('half');
      await late;
      sending.end();
      expect(((await answer)[0] as IncomingMessage).statusCode).toBe(code);
    });
  }

  it('applies the timeout again to the next request of its connection', async () => {
    const requests: IncomingMessage[] = [];
    server = createServer((incoming, response) => {
      requests.push(incoming);
      exemptFromRequestTimeout(incoming);
      incoming.resume().on('end', () => response.end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const sending = request({ host: '127.0.0.1', port, method: 'POST' });
    const answer = once(sending, 'response');
    sending.end('all');
    ((await answer)[0] as IncomingMessage).resume();
    const [incoming] = requests;
    if (!incoming!.closed) await once(incoming!, 'close');
    expect(isExemptFromRequestTimeout(incoming!.socket)).toBe(false);
  });
});
