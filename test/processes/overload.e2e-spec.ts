import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { HeldReads, temporaryDirectory, type HeldRead, type TemporaryDirectory } from '@orch/testing';
import { ResourceServer } from '../support/resource-fixtures.js';

const SEATS = 10;
const ELEPHANTS = 20 * SEATS;
/** Users that are dealt different queues, so that none of them waits behind another. */
const MICE = ['mouse-a', 'mouse-b', 'mouse-c', 'mouse-f', 'mouse-p'];
const READS_OF_A_MOUSE = 4;
const QUEUING = { queues: 64, handSize: 4, queueLengthLimit: 10 };
/** Requests of one flow that may wait. */
const PLACES = QUEUING.handSize * QUEUING.queueLengthLimit;
const REFUSED = { code: 429, retryAfter: '1', text: 'Too many requests, please try again later.\n' };

/** Asks again until it holds; each question is a request. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds()));
}

// Elephants and mice: one user with twenty times more clients than there are seats, and others who want a little.
describe('a server under twenty times more clients than it has seats', () => {
  let directory: TemporaryDirectory;
  let server: ResourceServer;
  let seats: number;
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  let reads: HeldReads;
  const read = (user: string, name: string) =>
    reads.begin(name, {
      url: server.plane.url + server.paths.configMaps,
      ca: server.ca,
      token: `${user}-token`,
      agent,
    });
  const metric = async (name: string, labels: string): Promise<number> => {
    const { text } = await server.get('/metrics');
    return Number(new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const ofHerd = (name: string, more = '') =>
    metric(`apiserver_flowcontrol_${name}`, `flow_schema="herd",priority_level="herd"${more}`);

  beforeAll(async () => {
    directory = await temporaryDirectory();
    const tokenFile = join(directory.path, 'tokens.csv');
    await writeFile(tokenFile, ['elephant', ...MICE].map((user, n) => `${user}-token,${user},${n}\n`).join(''));
    reads = await HeldReads.start();
    server = await ResourceServer.start({
      flags: [
        `--token-auth-file=${tokenFile}`,
        ...reads.flags,
        `--max-requests-inflight=${SEATS / 2}`,
        `--max-mutating-requests-inflight=${SEATS / 2}`,
      ],
    });
    const { flowcontrol } = server.vocabulary.groups;
    const level = await server.post(`/apis/${flowcontrol}/v1/prioritylevelconfigurations`, {
      metadata: { name: 'herd' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 10_000,
          borrowingLimitPercent: 0,
          limitResponse: { type: 'Queue', queuing: QUEUING },
        },
      },
    });
    expect(level.code).toBe(201);
    const rule = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] };
    const schema = await server.post(`/apis/${flowcontrol}/v1/flowschemas`, {
      metadata: { name: 'herd' },
      spec: {
        priorityLevelConfiguration: { name: 'herd' },
        matchingPrecedence: 50,
        distinguisherMethod: { type: 'ByUser' },
        rules: [
          {
            subjects: ['elephant', ...MICE].map((name) => ({ kind: 'User', user: { name } })),
            resourceRules: [rule],
          },
        ],
      },
    });
    expect(schema.code).toBe(201);
    seats = await metric('apiserver_flowcontrol_nominal_limit_seats', 'priority_level="herd"');
  });
  afterAll(async () => {
    agent.destroy();
    await server?.stop();
    await reads?.close();
    await directory?.remove();
  });

  it('D-224 D-213 gives each user a fair share, refuses only who asks for too much, and says when to come again', async () => {
    expect(seats).toBe(SEATS);
    const elephants = Array.from({ length: ELEPHANTS }, (_, n) => read('elephant', `elephant-${n}`));
    const order: string[] = [];
    const seatedNow: HeldRead[] = [];
    const seating = new EventEmitter();
    const follow = (one: HeldRead, user: string) =>
      one.seated.then((hasSeat) => {
        if (!hasSeat) return;
        order.push(user);
        seatedNow.push(one);
        seating.emit('seat');
      });
    const followed = elephants.map((one) => follow(one, 'elephant'));
    const refused = ELEPHANTS - SEATS - PLACES;
    await until(async () => {
      const counts = await Promise.all([
        ofHerd('current_inqueue_requests'),
        ofHerd('rejected_requests_total', ',reason="queue-full"'),
      ]);
      return counts[0] === PLACES && counts[1] === refused;
    });
    while (order.length < SEATS) await once(seating, 'seat');
    expect(order).toHaveLength(SEATS);

    // The mice come when every seat is taken and the elephants wait in all the places they have.
    const mice = MICE.flatMap((mouse) =>
      Array.from({ length: READS_OF_A_MOUSE }, (_, n) => ({ mouse, one: read(mouse, `${mouse}-${n}`) })),
    );
    followed.push(...mice.map(({ mouse, one }) => follow(one, mouse)));
    await until(async () => (await ofHerd('current_inqueue_requests')) === PLACES + mice.length);
    // Who looks after the server gets through.
    expect((await server.get(server.paths.configMaps)).code).toBe(200);
    expect((await server.get('/readyz', { as: { token: 'elephant-token' } })).code).toBe(200);

    // One seat after the other is given back; each goes to whose turn it is.
    for (let left = SEATS + PLACES + mice.length; left > 0; left--) {
      if (seatedNow.length === 0) await once(seating, 'seat');
      expect(seatedNow.length).toBeLessThanOrEqual(SEATS);
      expect((await seatedNow.shift()!.release()).code).toBe(404);
    }
    await Promise.all(followed);

    const lastMouse = order.findLastIndex((user) => user !== 'elephant');
    const elephantsBefore = order.slice(SEATS, lastMouse).filter((user) => user === 'elephant').length;
    // A turn is one request of each queue: the elephants have a hand of queues, as each mouse has, and no more.
    expect(elephantsBefore).toBeLessThanOrEqual(QUEUING.handSize);
    expect(order.filter((user) => user !== 'elephant')).toHaveLength(mice.length);
    expect(order.filter((user) => user === 'elephant')).toHaveLength(SEATS + PLACES);
    const answers = await Promise.all(elephants.map(({ answer }) => answer));
    expect(answers.filter(({ code }) => code === 429)).toEqual(Array.from({ length: refused }, () => REFUSED));
  });

  it('D-213 answers every request of a flood, or refuses it with 429, and keeps nothing of it', async () => {
    const timers = async () => metric('nodejs_active_resources', 'type="Timeout"');
    const before = { dispatched: await ofHerd('dispatched_requests_total'), timers: await timers() };
    const counts = { served: 0, refused: 0 };
    const client = async (user: string, count: number, id: number): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const one = read(user, `flood-${user}-${id}-${n}`);
        const answer = (await one.seated) ? await one.release() : await one.answer;
        if (answer.code === 404) counts.served++;
        else {
          expect([user, answer]).toEqual(['elephant', REFUSED]);
          counts.refused++;
        }
      }
    };
    await Promise.all([
      ...Array.from({ length: ELEPHANTS }, (_, id) => client('elephant', READS_OF_A_MOUSE, id)),
      ...MICE.map((mouse, id) => client(mouse, READS_OF_A_MOUSE, id)),
    ]);
    expect(counts.served + counts.refused).toBe((ELEPHANTS + MICE.length) * READS_OF_A_MOUSE);
    expect((await ofHerd('dispatched_requests_total')) - before.dispatched).toBe(counts.served);
    await until(async () => (await ofHerd('current_executing_requests')) === 0);
    expect(await ofHerd('current_inqueue_requests')).toBe(0);
    expect(await timers()).toBeLessThanOrEqual(before.timers + 1);
  });
});
