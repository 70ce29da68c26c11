import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { noYaml } from '@orch/server-testing';
import { ServerRequest } from '@orch/http';
import { UnreadAnswers } from './unread-answers.js';

/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1_024 * 1_024);

function run(steps: Generator): void {
  while (!steps.next().done);
}

describe('an unread answer', () => {
  let server: Server;
  const requests: ServerRequest[] = [];
  beforeAll(async () => {
    server = createServer((raw, reply) => {
      const request = new ServerRequest(raw, reply, 'id', 0, noYaml);
      requests.push(request);
      reply.end(LARGE);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => void requests.splice(0));
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  async function sendRequest(username = ''): Promise<ServerRequest> {
    const { port } = server.address() as AddressInfo;
    const received = once(server, 'request');
    connect(port, '127.0.0.1').pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await received;
    const request = requests.at(-1)!;
    request.user = { username, groups: [] };
    return request;
  }

  it('releases its seat at the second check, and is aborted after its time limit; a watch is exempt', async () => {
    const [answer, watch] = [await sendRequest(), await sendRequest()];
    watch.info = { ...watch.info, isResource: true, verb: 'watch' };
    let seats = 1;
    answer.seat = { release: () => (seats = 0), retake: () => undefined };
    const unread = new UnreadAnswers(1_000);
    run(unread.check(requests, watch.startedMs));
    expect(seats).toBe(1);
    run(unread.check(requests, answer.startedMs + 999)); // a sum of fractions is not exact
    expect([seats, answer.reply.destroyed, watch.reply.destroyed]).toEqual([0, false, false]);
    run(unread.check(requests, watch.startedMs + 1_001));
    expect([seats, answer.reply.destroyed, watch.reply.destroyed]).toEqual([0, true, false]);
  });

  it('is aborted at the second check where all hold too much, the oldest of the user that holds most', async () => {
    for (const name of ['ann', 'bob', 'bob', 'bob']) await sendRequest(name);
    const aborted = (): boolean[] => requests.map(({ reply }) => reply.destroyed);
    const unread = new UnreadAnswers(60_000, 3.5 * LARGE.length);
    const { startedMs } = requests[0]!;
    run(unread.check(requests, startedMs));
    expect(aborted()).toEqual([false, false, false, false]);
    run(unread.check(requests, startedMs));
    expect(aborted()).toEqual([false, true, false, false]);
    run(unread.check(requests, startedMs));
    expect(aborted()).toEqual([false, true, false, false]);
  });

  it('no longer counts once its request has ended', async () => {
    const unread = new UnreadAnswers(60_000, 1.5 * LARGE.length);
    for (let n = 0; n < 4; n++) {
      const { reply, startedMs } = await sendRequest('ann');
      for (let check = 0; check < 3; check++) run(unread.check([requests.at(-1)!], startedMs));
      expect(reply.destroyed).toBe(false);
    }
  });
});
