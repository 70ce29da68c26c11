import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { ResourceServer, type Body, type Paths } from '../../support/resource-fixtures.js';

// Left: A-047 (rights per user). A-046 needs the controllers: lifecycles.e2e-spec.ts.
describe.each(VOCABULARY_NAMES)('scopes and paths in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let other: Paths;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary });
    other = await freshNamespace(server);
    await makeMaps(server, server.paths.configMaps, 'x');
    await makeMaps(server, other.configMaps, 'y');
    await server.create(server.paths.drivers, { metadata: { name: 'd' }, spec: {} });
    await server.create(server.paths.leases, { metadata: { name: 'l' } });
  });
  afterAll(() => server?.stop());

  const namesOf = ({ items }: Body) => items.map((item) => item.metadata.name);
  const storage = () => `${server.vocabulary.groups.storage}/v1`;

  it('A-036 the core group is at /api/v1', async () => {
    for (const path of ['/api/v1/namespaces', '/api/v1/namespaces/t1/configmaps/x'])
      expect(await server.get(path)).toMatchObject({ code: 200, body: { apiVersion: 'v1' } });
  });

  it('A-037 a named group is at /apis, and its objects say so', async () => {
    const apiVersion = `${server.vocabulary.groups.coordination}/v1`;
    const lease = await server.get(`/apis/${apiVersion}/namespaces/t1/leases/l`);
    expect(lease).toMatchObject({ code: 200, body: { apiVersion, kind: 'Lease' } });
  });

  it('A-038 A-039 a cluster-scoped collection, and an item of it, have no namespace in their path', async () => {
    const collection = `/apis/${storage()}/csidrivers`;
    expect(await server.get(collection)).toMatchObject({ code: 200, body: { kind: 'CSIDriverList' } });
    expect(await server.get(`${collection}/d`)).toMatchObject({
      code: 200,
      body: { kind: 'CSIDriver', metadata: { name: 'd' } },
    });
    for (const path of ['csidrivers', 'csidrivers/d'])
      expect((await server.get(`/apis/${storage()}/namespaces/t1/${path}`)).code).toBe(404);
  });

  it('A-040 without a namespace in the path all namespaces are listed', async () =>
    expect(namesOf((await server.get('/api/v1/configmaps')).body)).toEqual(expect.arrayContaining(['x', 'y'])));

  it('A-041 with a namespace in the path only it is listed', async () => {
    expect(namesOf((await server.get('/api/v1/namespaces/t1/configmaps')).body)).toEqual(['x']);
    expect(namesOf((await server.get(other.configMaps)).body)).toEqual(['y']);
  });

  it('A-042 the path of a namespaced object is below its collection', async () => {
    const { code, body } = await server.get('/api/v1/namespaces/t1/configmaps/x');
    expect({ code, name: body.metadata.name, namespace: body.metadata.namespace }).toEqual({
      code: 200,
      name: 'x',
      namespace: 't1',
    });
    expect((await server.get(`${other.configMaps}/x`)).code).toBe(404);
    expect((await server.get('/api/v1/configmaps/x')).code).toBe(404);
  });

  it('A-043 the path of a sub-resource is below its object', async () =>
    expect(await server.get('/api/v1/namespaces/t1/status')).toMatchObject({
      code: 200,
      body: { kind: 'Namespace', metadata: { name: 't1' } },
    }));

  it('A-044 sub-resources take different verbs', async () => {
    const path = '/api/v1/namespaces/t1/finalize';
    expect((await server.get(path)).code).toBe(405);
    const namespace = (await server.get('/api/v1/namespaces/t1')).body;
    expect(await server.put(path, namespace)).toMatchObject({ code: 200, body: { kind: 'Namespace' } });
  });

  it('A-045 a sub-resource is of one resource: its name below a collection is the name of an object', async () =>
    expect(await server.get('/api/v1/namespaces/t1/persistentvolumeclaims/status')).toMatchObject({
      code: 404,
      body: { reason: 'NotFound', details: { name: 'status', kind: 'persistentvolumeclaims' } },
    }));

  it('A-048 namespaces are cluster-scoped', async () => {
    const { code, body } = await server.get('/api/v1/namespaces');
    expect({ code, kind: body.kind }).toEqual({ code: 200, kind: 'NamespaceList' });
    expect(namesOf(body)).toEqual(expect.arrayContaining(['default', 't1']));
  });

  it('A-049 one namespace is read by its name, and is in none', async () => {
    const { code, body } = await server.get('/api/v1/namespaces/default');
    expect({ code, name: body.metadata.name }).toEqual({ code: 200, name: 'default' });
    expect(body.metadata).not.toHaveProperty('namespace');
  });

  it('C-023 an unknown namespace holds nothing', async () => {
    const { code, body } = await server.get('/api/v1/namespaces/none/configmaps');
    expect({ code, items: body.items }).toEqual({ code: 200, items: [] });
  });

  it('C-024 nothing is made in an unknown namespace', async () =>
    expect(await server.post('/api/v1/namespaces/none/configmaps', { metadata: { name: 'x' } })).toMatchObject({
      code: 404,
      body: { message: 'namespaces "none" not found', details: { kind: 'namespaces', name: 'none' } },
    }));

  it('C-025 the namespace of a body is that of the path, or empty', async () => {
    const { configMaps } = server.paths;
    const refused = await server.post(configMaps, { metadata: { name: 'e', namespace: 't2' } });
    expect(refused).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    expect((await server.put(`${configMaps}/x`, { metadata: { name: 'x', namespace: 't2' } })).code).toBe(400);
    for (const [name, namespace] of [['e1'], ['e2', ''], ['e3', 't1']])
      expect((await server.create(configMaps, { metadata: { name, namespace } })).metadata.namespace).toBe('t1');
  });

  it('C-026 a cluster-scoped object has no namespace', async () => {
    const { drivers } = server.paths;
    const sent = await server.post(drivers, { metadata: { name: 'e', namespace: 't1' }, spec: {} });
    if (server.vocabulary.answers.namespaceOfClusterObject === 'refused') {
      expect([400, 422]).toContain(sent.code);
      expect((await server.get(`${drivers}/e`)).code).toBe(404);
    } else {
      expect(sent.code).toBe(201);
      expect((await server.get(`${drivers}/e`)).body.metadata).not.toHaveProperty('namespace');
    }
  });

  it('C-027 a namespaced object is not made without a namespace', async () =>
    expect(await server.post('/api/v1/configmaps', { metadata: { name: 'x' } })).toMatchObject({
      code: 405,
      body: { reason: 'MethodNotAllowed' },
    }));

  it('C-028 the 404 of an unknown resource is a Status, that of an unknown root is text', async () => {
    expect(await server.get('/api/v1/foos')).toMatchObject({
      code: 404,
      body: { kind: 'Status', reason: 'NotFound' },
    });
    const root = await server.get('/nope');
    expect({ code: root.code, text: root.text.trim() }).toEqual({ code: 404, text: '404 page not found' });
  });
});
