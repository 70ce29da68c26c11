import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { query, ResourceServer, type Paths } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('two API servers on one Redis, in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let paths: Paths;
  let maps: string;
  let one: string;
  let other: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, storage: 'redis' });
    [one, other] = server.plane.servers.map(({ url }) => url) as [string, string];
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    paths = await freshNamespace(server);
    maps = paths.configMaps;
  });
  /** Two servers in turn. */
  const turn = (n: number) => (n % 2 === 0 ? { at: one } : { at: other });

  it('what one has acknowledged the other has at once', async () => {
    for (let n = 0; n < 20; n++) {
      const [writer, reader] = [turn(n), turn(n + 1)];
      const made = await server.post(maps, { metadata: { name: `m${n}` } }, writer);
      expect(made.code).toBe(201);
      const read = await server.get(`${maps}/m${n}`, reader);
      expect(read.body.metadata.resourceVersion).toBe(made.body.metadata.resourceVersion);
      const changed = await server.merge(`${maps}/m${n}`, { data: { n: String(n) } }, reader);
      const { body } = await server.get(maps, writer);
      expect(body.items.find(({ metadata }) => metadata.name === `m${n}`)?.metadata.resourceVersion).toBe(
        changed.body.metadata.resourceVersion,
      );
      expect((await server.delete(`${maps}/m${n}`, undefined, writer)).code).toBe(200);
      expect((await server.get(`${maps}/m${n}`, reader)).code).toBe(404);
    }
  });

  it('of two writes over one version, one at each server, one is made', async () => {
    await makeMaps(server, maps, 'm');
    for (let n = 0; n < 10; n++) {
      const { body } = await server.get(`${maps}/m`, turn(n));
      const answers = await Promise.all(
        [one, other].map((at) => server.put(`${maps}/m`, { ...body, data: { at, n: String(n) } }, { at })),
      );
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  it('of two creations of one name, one at each server, one is made', async () => {
    for (let n = 0; n < 10; n++) {
      const answers = await Promise.all(
        [one, other].map((at) => server.post(maps, { metadata: { name: `m${n}` }, data: { at } }, { at })),
      );
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([201, 409]);
    }
  });

  it('A-058 a watch sees what both write, in order, and goes on at the other where it ended', async () => {
    const { metadata } = (await server.get(maps)).body;
    const versions: string[] = [];
    const write = async (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        const made = await server.post(maps, { metadata: { name: `m${n}` } }, turn(n));
        versions.push(made.body.metadata.resourceVersion!);
      }
    };
    const parameters = (resourceVersion: string | undefined) =>
      query({ watch: 'true', resourceVersion: resourceVersion! });
    const first = await server.watch(maps + parameters(metadata.resourceVersion), {}, one);
    await write(0, 6);
    const seen = await first.take(6);
    first.close();
    await write(6, 12);
    const second = await server.watch(maps + parameters(seen.at(-1)!.object.metadata.resourceVersion), {}, other);
    seen.push(...(await second.take(6)));
    second.close();
    expect(seen.map(({ type, object }) => [type, object.metadata.resourceVersion])).toEqual(
      versions.map((version) => ['ADDED', version]),
    );
    expect(versions.map(Number)).toEqual(versions.map(Number).toSorted((a, b) => a - b));
  });

  it('A-068 A-070 a list goes on at the other, chunk by chunk, as it was when it began', async () => {
    await makeMaps(server, maps, 'a', 'b', 'c', 'd', 'e');
    const before = (await server.get(maps)).body;
    const items = [];
    let token: string | undefined;
    for (let n = 0; n === 0 || token; n++) {
      const parameters = { limit: '2', ...(token ? { continue: token } : {}) };
      const { code, body } = await server.get(maps + query(parameters), turn(n));
      expect([code, body.metadata.resourceVersion]).toEqual([200, before.metadata.resourceVersion]);
      items.push(...body.items);
      token = body.metadata.continue;
      await makeMaps(server, maps, `bb${n}`);
    }
    expect(items).toEqual(before.items);
  });

  it('services that both make at once have addresses and node ports of their own', async () => {
    const services = maps.replace('configmaps', 'services');
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        server.post(
          services,
          { metadata: { name: `s${n}` }, spec: { type: 'NodePort', ports: [{ port: 80 }] } },
          turn(n),
        ),
      ),
    );
    expect(made.map(({ code }) => code)).toEqual(made.map(() => 201));
    const specs = made.map(({ body }) => body.spec as { clusterIP: string; ports: { nodePort: number }[] });
    expect(new Set(specs.map(({ clusterIP }) => clusterIP)).size).toBe(made.length);
    expect(new Set(specs.map(({ ports }) => ports[0]!.nodePort)).size).toBe(made.length);
  });

  it('both know whom the administrator lets in, from the moment it is written', async () => {
    const rbac = `/apis/${server.vocabulary.groups.rbac}/v1`;
    const eve = { 'impersonate-user': 'eve' };
    for (let n = 0; n < 6; n++) {
      const [writer, reader] = [turn(n), turn(n + 1)];
      expect((await server.get(maps, { ...reader, headers: eve })).code).toBe(403);
      const binding = {
        metadata: { name: `eve-${n}` },
        roleRef: { apiGroup: server.vocabulary.groups.rbac, kind: 'ClusterRole', name: 'view' },
        subjects: [{ apiGroup: server.vocabulary.groups.rbac, kind: 'User', name: 'eve' }],
      };
      expect((await server.post(`${rbac}/clusterrolebindings`, binding, writer)).code).toBe(201);
      expect((await server.get(maps, { ...reader, headers: eve })).code).toBe(200);
      expect((await server.delete(`${rbac}/clusterrolebindings/eve-${n}`, undefined, writer)).code).toBe(200);
    }
  });
});

it('one that is killed takes nothing with it: the other has every write, and the balancer leaves it out', async () => {
  const server = await ResourceServer.start({ storage: 'redis' });
  try {
    const { configMaps } = server.paths;
    const [one, other] = server.plane.servers;
    for (let n = 0; n < 10; n++) await server.post(configMaps, { metadata: { name: `m${n}` } }, { at: one!.url });
    await one!.process.stop('SIGKILL');
    const { body } = await server.get(configMaps, { at: other!.url });
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual(Array.from({ length: 10 }, (_, n) => `m${n}`));
    await makeMaps(server, configMaps, 'after');
    expect((await server.get(`${configMaps}/after`)).code).toBe(200);
  } finally {
    await server.stop();
  }
});
