import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { noYaml } from '@orch/server-testing';
import { ServerRequest } from '@orch/http';
import { breakOffStalled } from './cut-stalled-answers.js';

/** More than the buffers of a connection take. */
const LARGE = Buffer.alloc(32 * 1_024 * 1_024);

describe('an answer that its client does not take', () => {
  let server: Server;
  const requests: ServerRequest[] = [];
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('is broken off when its time is up, and not before; a watch is left alone', async () => {
    server = createServer((raw, reply) => {
      const request = new ServerRequest(raw, reply, 'id', 0, noYaml);
      requests.push(request);
      reply.end(LARGE);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = async (): Promise<ServerRequest> => {
      const asked = once(server, 'request');
      connect(port, '127.0.0.1').pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await asked;
      return requests.at(-1)!;
    };
    const [answer, watch] = [await ask(), await ask()];
    watch.info = { ...watch.info, verb: 'watch' };
    breakOffStalled(requests, answer.startedMs);
    expect([answer.reply.destroyed, watch.reply.destroyed]).toEqual([false, false]);
    breakOffStalled(requests, watch.startedMs + 1);
    expect([answer.reply.destroyed, watch.reply.destroyed]).toEqual([true, false]);
  });
});
