import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { ResourceServer } from '../../support/resource-fixtures.js';
import { servedResources } from '../../support/served-resources.js';

// Left, C-020 and half of A-029 (rights per user), A-035, C-022 (proxies).
describe.each(VOCABULARY_NAMES)('verbs in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
    await server.create(maps, { metadata: { name: 'x' }, data: { a: '1' } });
  });
  afterAll(() => server?.stop());

  it.each(['TRACE', 'COPY', 'LOCK', 'MKCOL', 'PROPFIND', 'PURGE', 'SEARCH'])(
    'A-023 %s is not a verb of the API',
    async (method) => {
      for (const path of [maps, `${maps}/x`]) expect([405, 501]).toContain((await server.send(method, path)).code);
    },
  );

  it('A-024 discovery names the verbs in lower case, and no others', async () => {
    const known = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
    const served = await servedResources(server);
    for (const { verbs } of served) expect(known).toEqual(expect.arrayContaining([...verbs]));
    expect([...served.find(({ resource }) => resource === 'configmaps')!.verbs].sort()).toEqual(known);
  });

  it('A-025 list gives the collection', async () =>
    expect(await server.get(maps)).toMatchObject({ code: 200, body: { kind: 'ConfigMapList' } }));

  it('A-026 get gives one resource', async () =>
    expect(await server.get(`${maps}/x`)).toMatchObject({
      code: 200,
      body: { kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: '1' } },
    }));

  it('A-028 PUT on what is there updates it', async () => {
    const { metadata } = await server.create(maps, { metadata: { name: 'put' }, data: { a: '1' } });
    const put = await server.put(`${maps}/put`, { metadata: { name: 'put' }, data: { b: '2' } });
    expect(put).toMatchObject({ code: 200, body: { metadata: { uid: metadata.uid }, data: { b: '2' } } });
    expect(put.body.data).toEqual({ b: '2' });
  });

  it('A-029 C-021 PUT of an absent Lease creates it', async () => {
    const lease = `${server.paths.leases}/new`;
    const put = await server.put(lease, { metadata: { name: 'new' }, spec: { holderIdentity: 'h' } });
    expect(put).toMatchObject({ code: 201, body: { kind: 'Lease', metadata: { name: 'new' } } });
    expect((await server.get(lease)).body).toEqual(put.body);
  });

  it('A-031 a create takes one object, and no list of them', async () => {
    const refused = await server.post(maps, {
      apiVersion: 'v1',
      kind: 'ConfigMapList',
      items: [{ metadata: { name: 'one' } }],
    });
    expect(refused).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    expect((await server.get(`${maps}/one`)).code).toBe(404);
  });

  it('A-032 nothing takes objects of several kinds', async () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [{ kind: 'ConfigMap', metadata: { name: 'one' } }] };
    for (const path of ['/api/v1', '/api/v1/', `/api/v1/namespaces/${server.namespace}`])
      expect([404, 405]).toContain((await server.post(path, list)).code);
    expect((await server.get(`${maps}/one`)).code).toBe(404);
  });

  it('A-033 A-034 list, watch and deletecollection are of many resources', async () => {
    const { configMaps } = await freshNamespace(server);
    await makeMaps(server, configMaps, 'a', 'b', 'c');
    const names = ['a', 'b', 'c'];
    expect((await server.get(configMaps)).body.items.map((item) => item.metadata.name)).toEqual(names);
    const watch = await server.watch(`${configMaps}?watch=true`);
    const added = await watch.take(3);
    expect(added.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'ADDED']);
    expect(added.map(({ object }) => object.metadata.name).sort()).toEqual(names);
    expect((await server.delete(configMaps)).code).toBe(200);
    const deleted = await watch.take(3);
    expect(deleted.map(({ type }) => type)).toEqual(['DELETED', 'DELETED', 'DELETED']);
    watch.close();
    expect((await server.get(configMaps)).body.items).toEqual([]);
    expect((await server.get(`${maps}/x`)).code).toBe(200);
  });
});
