import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { causes, ResourceServer, type Body } from '../../support/resource-fixtures.js';

/** The objects at version R, and the current ones, as `name=value`. */
const THEN = ['a=1', 'b=1', 'c=1'];
const NOW = ['a=2', 'c=1', 'd=1'];

// A-206 (a compacted version) is in short-limits. A-208 has its state in THEN and NOW.
describe.each(VOCABULARY_NAMES)('resource versions in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;
  /** Version of the list before the changes, and the token of its first chunk. */
  let R: string;
  let T: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
    for (const name of ['a', 'b', 'c']) await server.create(maps, { metadata: { name }, data: { v: '1' } });
    const { metadata } = (await server.get(`${maps}?limit=1`)).body;
    R = metadata.resourceVersion;
    T = metadata.continue!;
    await server.merge(`${maps}/a`, { data: { v: '2' } });
    await server.delete(`${maps}/b`);
    await server.create(maps, { metadata: { name: 'd' }, data: { v: '1' } });
  });
  afterAll(() => server?.stop());

  const ask = (parameters: string, path = maps) =>
    server.get(`${path}?${parameters.replaceAll('=R', `=${R}`).replaceAll('=T', `=${T}`)}`);
  const stateOf = ({ items }: Body) => items.map(({ metadata, data }) => `${metadata.name}=${data['v']}`);
  const versionOf = ({ metadata }: Body) => Number(metadata.resourceVersion);

  it('A-179 a version is text, and taken back as it was given', async () => {
    const { body } = await server.get(maps);
    const { resourceVersion } = body.metadata;
    expect(typeof resourceVersion).toBe('string');
    expect((await ask(`resourceVersion=${resourceVersion}`)).code).toBe(200);
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${resourceVersion}`);
    expect(watch.code).toBe(200);
    watch.close();
    const current = (await server.get(`${maps}/c`)).body;
    expect((await server.put(`${maps}/c`, current)).code).toBe(200);
  });

  it('A-180 what has not changed has an equal version', async () => {
    const read = async () => (await server.get(`${maps}/c`)).body.metadata.resourceVersion;
    expect(await read()).toBe(await read());
  });

  it('A-181 A-185 A-188 without a version the newest is read', async () => {
    const { configMaps } = await freshNamespace(server);
    await makeMaps(server, configMaps, 'x');
    for (const value of ['1', '2', '3', '4', '5']) {
      await server.put(`${configMaps}/x`, { metadata: { name: 'x' }, data: { v: value } });
      const [got, listed, chunk] = await Promise.all([
        server.get(`${configMaps}/x`),
        server.get(configMaps),
        server.get(`${configMaps}?limit=1`),
      ]);
      expect(got.body.data).toEqual({ v: value });
      expect(stateOf(listed.body)).toEqual([`x=${value}`]);
      expect(stateOf(chunk.body)).toEqual([`x=${value}`]);
    }
  });

  it.each([
    ['A-182', 'any', 'resourceVersion=0'],
    ['A-183', 'an older', 'resourceVersion=R'],
  ])('%s a get at %s version gives what is at least that new', async (_id, _what, parameters) =>
    expect(await ask(parameters, `${maps}/a`)).toMatchObject({ code: 200, body: { data: { v: '2' } } }),
  );

  it('A-183 a get at the current version gives it', async () => {
    const { resourceVersion } = (await server.get(`${maps}/a`)).body.metadata;
    const { code, body } = await ask(`resourceVersion=${resourceVersion}`, `${maps}/a`);
    expect({ code, version: body.metadata.resourceVersion }).toEqual({ code: 200, version: resourceVersion });
  });

  it.each([
    ['A-184 A-186', 'resourceVersion=0'],
    ['A-184 A-187 A-209', 'resourceVersion=R'],
    ['A-184 A-201', 'resourceVersionMatch=NotOlderThan&resourceVersion=0'],
    ['A-184 A-202 A-209', 'resourceVersionMatch=NotOlderThan&resourceVersion=R'],
  ])('%s %s lists a state not older than R', async (_id, parameters) => {
    const { code, body } = await ask(parameters);
    expect(code).toBe(200);
    expect(versionOf(body)).toBeGreaterThanOrEqual(Number(R));
    expect(stateOf(body)).toEqual(versionOf(body) === Number(R) ? THEN : NOW);
  });

  it.each([
    ['A-184 A-189', 'limit=1&resourceVersion=0'],
    ['A-184 A-204', 'limit=1&resourceVersionMatch=NotOlderThan&resourceVersion=0'],
    ['A-184 A-205 A-211', 'limit=1&resourceVersionMatch=NotOlderThan&resourceVersion=R'],
  ])('%s %s lists a chunk not older than R', async (_id, parameters) => {
    const { code, body } = await ask(parameters);
    expect(code).toBe(200);
    expect(versionOf(body)).toBeGreaterThanOrEqual(Number(R));
    expect(stateOf(body)[0]).toMatch(/^a=/);
  });

  it.each([
    ['A-184 A-196 A-207 A-208 A-210 A-212', 'resourceVersionMatch=Exact&resourceVersion=R', THEN],
    ['A-184 A-199 A-208', 'limit=1&resourceVersionMatch=Exact&resourceVersion=R', THEN.slice(0, 1)],
    ['A-184 A-190', 'limit=1&resourceVersion=R', THEN.slice(0, 1)],
    ['A-184 A-191', 'limit=1&continue=T', THEN.slice(1, 2)],
    ['A-184 A-192', 'limit=1&continue=T&resourceVersion=0', THEN.slice(1, 2)],
  ])('%s %s lists the state of R', async (_id, parameters, want) => {
    const { code, body } = await ask(parameters);
    expect({ code, version: body.metadata.resourceVersion }).toEqual({ code: 200, version: R });
    expect(stateOf(body)).toEqual(want);
    for (const item of body.items) expect(versionOf(item)).toBeLessThanOrEqual(Number(R));
  });

  it('A-193 C-128 a token and a version together are refused', async () => {
    const refused = await ask('limit=1&continue=T&resourceVersion=5');
    expect(refused).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    expect(refused.body.message).toContain('specifying resource version is not allowed when using continue');
  });

  it.each([
    ['A-194 C-125', 'resourceVersionMatch=Exact', 'FieldValueForbidden'],
    ['A-195 C-125', 'resourceVersionMatch=Exact&resourceVersion=0', 'FieldValueForbidden'],
    ['A-197 C-125', 'limit=1&resourceVersionMatch=Exact', 'FieldValueForbidden'],
    ['A-198 C-125', 'limit=1&resourceVersionMatch=Exact&resourceVersion=0', 'FieldValueForbidden'],
    ['A-200 C-125', 'resourceVersionMatch=NotOlderThan', 'FieldValueForbidden'],
    ['A-203 C-125', 'limit=1&resourceVersionMatch=NotOlderThan', 'FieldValueForbidden'],
    ['C-126', 'resourceVersionMatch=Foo&resourceVersion=1', 'FieldValueNotSupported'],
    ['C-127', 'limit=1&continue=T&resourceVersionMatch=Exact&resourceVersion=5', 'FieldValueForbidden'],
  ])('%s %s is refused', async (_id, parameters, reason) => {
    const refused = await ask(parameters);
    expect(refused).toMatchObject({
      code: 422,
      body: { reason: 'Invalid', details: { kind: 'ListOptions', group: server.vocabulary.groups.meta } },
    });
    expect(causes(refused)).toEqual([`resourceVersionMatch ${reason}`]);
  });

  it('C-126 names the matches there are', async () =>
    expect((await ask('resourceVersionMatch=Foo&resourceVersion=1')).body.message).toContain(
      'supported values: "Exact", "NotOlderThan"',
    ));

  it('A-213 A-214 A-215 A-219 A-220 B-316 C-129 a version of the future is waited for, then refused, and ends a watch at once, without data', async () => {
    const future = Number((await server.get(maps)).body.metadata.resourceVersion) + 1_000_000;
    const [get, list, watch] = await Promise.all([
      ask(`resourceVersion=${future}`, `${maps}/a`),
      ask(`resourceVersion=${future}`),
      server.watch(`${maps}?watch=true&resourceVersion=${future}`),
    ]);
    for (const refused of [get, list]) {
      expect(refused).toMatchObject({
        code: 504,
        headers: { 'retry-after': '1' },
        body: { reason: 'Timeout', code: 504, details: { retryAfterSeconds: 1 } },
      });
      expect(refused.body.message).toContain('Too large resource version');
      expect(refused.body.details.causes).toMatchObject([{ reason: 'ResourceVersionTooLarge' }]);
    }
    expect(watch.code).toBe(200);
    expect(await watch.rest()).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }]);
  });

  it('A-213 A-214 a version that comes while it is waited for is answered', async () => {
    const next = Number((await server.get(maps)).body.metadata.resourceVersion) + 1;
    const waiting = [ask(`resourceVersion=${next}`, `${maps}/c`), ask(`resourceVersion=${next}`)];
    await server.create(server.paths.secrets, { metadata: { generateName: 'awaited-' } });
    for (const { code } of await Promise.all(waiting)) expect(code).toBe(200);
  });

  it.each(['watch=true', 'watch=true&resourceVersion=0'])(
    'A-216 A-217 %s begins with the current objects',
    async (parameters) => {
      const watch = await server.watch(`${maps}?${parameters}`);
      const initial = await watch.take(NOW.length);
      expect(initial.map(({ type, object }) => `${type} ${object.metadata.name}`).sort()).toEqual(
        NOW.map((state) => `ADDED ${state.slice(0, 1)}`),
      );
      const { metadata } = await server
        .merge(`${maps}/c`, { metadata: { labels: { [`l${Date.now()}`]: '' } } })
        .then(({ body }) => body);
      const next = await watch.next();
      expect({ type: next.type, version: next.object.metadata.resourceVersion }).toEqual({
        type: 'MODIFIED',
        version: metadata.resourceVersion,
      });
      watch.close();
    },
  );

  it('A-218 a watch from a version begins behind it', async () => {
    const watch = await server.watch(`${maps}?watch=true&resourceVersion=${R}`);
    const events = await watch.take(3);
    watch.close();
    expect(events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
      'MODIFIED a',
      'DELETED b',
      'ADDED d',
    ]);
  });

  it('C-130 versions grow, whatever kind is written', async () => {
    const { secrets, leases, volumes } = server.paths;
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], nfs: { server: 's', path: '/' } };
    const { configMaps: elsewhere } = await freshNamespace(server);
    const versions: bigint[] = [];
    for (const [path, body] of [
      [elsewhere, {}],
      [secrets, {}],
      [leases, {}],
      [volumes, { spec }],
      [elsewhere, {}],
    ] as const) {
      const { metadata } = await server.create(path, { metadata: { generateName: 'grow-' }, ...body });
      versions.push(BigInt(metadata.resourceVersion));
    }
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => (a < b ? -1 : 1)));
  });
});
