import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrch, type OrchProcess } from '@orch/testing';
import { sendPatiently, type Met } from '../../support/patient-client.js';
import { query, ResourceServer, type Answer } from '../../support/resource-fixtures.js';

/** What a client holds of a state that the store loses. */
interface Lost {
  readonly version: string;
  readonly token: string;
}

describe('clients that go on from a version that Redis has lost', () => {
  let server: ResourceServer;
  let maps: string;
  const processes: OrchProcess[] = [];
  let serial = 0;

  beforeAll(async () => {
    server = await ResourceServer.start({ storage: 'redis' });
    maps = server.paths.configMaps;
    processes.push(...server.plane.servers.map(({ process }) => process));
  });
  afterAll(async () => {
    await Promise.all(processes.slice(2).map((process) => process.stop('SIGKILL')));
    await server?.stop();
  });

  const redis = () => server.plane.redis!;
  const appendOnly = () => join(redis().directory, 'appendonlydir');
  const list = (parameters: Record<string, string>) => server.get(maps + query(parameters));

  const met: Met = { interruptions: 0, faults: [] };

  /** Creates, over the moments in which servers or Redis come back. Returns the version. */
  async function create(path: string, name: string): Promise<string> {
    const { answer } = await sendPatiently(server, met, [server.plane.url], ['POST', path, { metadata: { name } }]);
    // 409: made by an attempt whose answer was lost.
    const made = answer.code === 409 ? await server.get(`${path}/${name}`) : answer;
    expect([made.body.metadata?.name, answer.text]).toEqual([name, answer.text]);
    return made.body.metadata.resourceVersion!;
  }

  /** Kills the first servers. Returns what starts them again in their places. */
  async function kill(count: number): Promise<() => Promise<void>> {
    const killed = server.plane.servers.slice(0, count);
    await Promise.all(killed.map((_, n) => processes[n]!.stop('SIGKILL')));
    return async () => {
      await Promise.all(
        killed.map(async ({ dataDir, url }, n) => {
          processes[n] = runOrch([
            'apiserver',
            `--data-dir=${dataDir}`,
            `--secure-port=${new URL(url).port}`,
            '--storage-backend=redis',
            `--redis-url=${redis().url}`,
            '--disable-admission-plugins=ServiceAccount',
          ]);
          await processes[n]!.ready;
        }),
      );
    };
  }

  /** Writes what will be lost, in a new epoch or in the one there is. */
  async function write(inNewEpoch: boolean): Promise<Lost> {
    if (inNewEpoch) await redis().restart();
    let version = '';
    for (let n = 0; n < 5; n++) version = await create(maps, `lost-${++serial}`);
    const page = await list({ limit: '1' });
    return { version, token: page.body.metadata.continue! };
  }

  /** Puts back what the append-only file held when this was called. */
  async function remember(): Promise<() => Promise<void>> {
    const copy = join(redis().directory, 'copy');
    await rm(copy, { recursive: true, force: true });
    await cp(appendOnly(), copy, { recursive: true });
    return async () => {
      await redis().kill();
      await rm(appendOnly(), { recursive: true });
      await cp(copy, appendOnly(), { recursive: true });
      await redis().restart();
    };
  }

  const GONE = { code: 410, reason: 'Expired' };
  const refused = ({ code, body }: Answer) => [code, (body as unknown as { reason: string }).reason];

  async function expectGone({ version, token }: Lost): Promise<void> {
    const watch = await server.watch(maps + query({ watch: 'true', resourceVersion: version }));
    expect(await watch.rest()).toMatchObject([{ type: 'ERROR', object: GONE }]);
    for (const resourceVersionMatch of ['Exact', 'NotOlderThan']) {
      const [code, reason] = refused(await list({ resourceVersion: version, resourceVersionMatch }));
      expect([`410 Expired`, `504 Timeout`]).toContain(`${code} ${reason}`);
    }
    const next = await list({ limit: '1', continue: token });
    expect(refused(next)).toEqual([410, 'Expired']);
    const rest = await list({ limit: '500', continue: next.body.metadata.continue! });
    expect(rest.code).toBe(200);
  }

  const cases: [string, { servers: 0 | 1 | 2; inNewEpoch: boolean }][] = [
    ['no server lives on, after a new epoch', { servers: 2, inNewEpoch: true }],
    ['no server lives on, once more', { servers: 2, inNewEpoch: true }],
    ['no server lives on, within the epoch', { servers: 2, inNewEpoch: false }],
    ['one server lives on', { servers: 1, inNewEpoch: true }],
    ['all servers live on', { servers: 0, inNewEpoch: true }],
  ];
  const lostBefore: Lost[] = [];
  it.each(cases)('get 410 or 504, never nothing: %s', async (_name, { servers, inNewEpoch }) => {
    const lose = await remember();
    const lost = await write(inNewEpoch);
    const start = await kill(servers);
    await lose();
    await start();
    lostBefore.push(lost);
    for (const before of lostBefore) await expectGone(before);

    // What is written now is in the way of none of it.
    const from = (await server.get(maps)).body.metadata.resourceVersion!;
    const watch = await server.watch(maps + query({ watch: 'true', resourceVersion: from }));
    await create(maps, `new-${++serial}`);
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: `new-${serial}` } } });
    watch.close();
    for (const before of lostBefore) await expectGone(before);
  });

  it('get 410 or 504 when Redis was emptied under the servers', async () => {
    const lost = await write(false);
    await redis().cli('FLUSHALL');
    const made = await create(server.paths.namespaces, server.namespace);
    expect(Number(made)).toBeGreaterThan(Number(lost.version));
    for (const before of [...lostBefore, lost]) await expectGone(before);
  });
});
