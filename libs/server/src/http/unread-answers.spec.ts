import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { noYaml } from '@orch/server-testing';
import { ServerRequest } from '@orch/http';
import { UnreadAnswers } from './unread-answers.js';

/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1_024 * 1_024);

describe('an unread answer', () => {
  let server: Server;
  const requests: ServerRequest[] = [];
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('releases its seat at the second check, and is aborted after its time limit; a watch is exempt', async () => {
    server = createServer((raw, reply) => {
      const request = new ServerRequest(raw, reply, 'id', 0, noYaml);
      requests.push(request);
      reply.end(LARGE);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const sendRequest = async (): Promise<ServerRequest> => {
      const received = once(server, 'request');
      connect(port, '127.0.0.1').pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await received;
      return requests.at(-1)!;
    };
    const [answer, watch] = [await sendRequest(), await sendRequest()];
    watch.info = { ...watch.info, isResource: true, verb: 'watch' };
    let seats = 1;
    answer.seat = { release: () => (seats = 0), retake: () => undefined };
    const unread = new UnreadAnswers(1_000);
    unread.check(requests, watch.startedMs);
    expect(seats).toBe(1);
    unread.check(requests, answer.startedMs + 999); // a sum of fractions is not exact
    expect([seats, answer.reply.destroyed, watch.reply.destroyed]).toEqual([0, false, false]);
    unread.check(requests, watch.startedMs + 1_001);
    expect([seats, answer.reply.destroyed, watch.reply.destroyed]).toEqual([0, true, false]);
  });
});
