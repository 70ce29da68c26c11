import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace } from '../../support/fresh-namespace.js';
import { causes, PATCH_TYPES, ResourceServer, type Answer, type Paths } from '../../support/resource-fixtures.js';

/** What a client sends to set keys of `data`, and to insist on a version, in each form. */
const FORMS: [form: keyof typeof PATCH_TYPES, patch: (data: Record<string, string>, resourceVersion?: string) => unknown][] = [
  ['merge', (data, resourceVersion) => ({ metadata: { resourceVersion }, data })],
  ['strategic', (data, resourceVersion) => ({ metadata: { resourceVersion }, data })],
  ['json', (data, resourceVersion) => [
    ...(resourceVersion ? [{ op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion }] : []),
    ...Object.entries(data).map(([key, value]) => ({ op: 'add', path: `/data/${key}`, value })),
  ]],
]; // prettier-ignore

describe.each(VOCABULARY_NAMES)('forms of patches in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let paths: Paths;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    paths = await freshNamespace(server);
  });

  const typed = (contentType: string | undefined, path: string, body: unknown): Promise<Answer> =>
    server.send('PATCH', path, body, { headers: { 'content-type': contentType } });
  const mapOf = (name: string, metadata: object = {}) =>
    server.create(paths.configMaps, { metadata: { name, ...metadata }, data: { a: '1' } });

  it('A-554 a strategic merge patch is taken', async () => {
    await mapOf('x');
    const answer = await server.strategic(`${paths.configMaps}/x`, { data: { b: '2' } });
    expect(answer).toMatchObject({ code: 200, body: { kind: 'ConfigMap', data: { a: '1', b: '2' } } });
    expect((await server.get(`${paths.configMaps}/x`)).body).toEqual(answer.body);
    const none = { code: 404, body: { reason: 'NotFound' } };
    expect(await server.strategic(`${paths.configMaps}/none`, { data: {} })).toMatchObject(none);
  });

  it('C-257 its directives work on what built-in kinds have', async () => {
    const map = `${paths.configMaps}/x`;
    await mapOf('x', { finalizers: ['x.io/a', 'x.io/b'], labels: { a: '1' } });
    const finalizers = async (patch: object) =>
      (await server.strategic(map, { metadata: patch })).body.metadata.finalizers;
    expect(await finalizers({ '$deleteFromPrimitiveList/finalizers': ['x.io/a'] })).toEqual(['x.io/b']);
    expect(await finalizers({ finalizers: ['x.io/c'] })).toEqual(['x.io/c', 'x.io/b']);
    expect(await finalizers({ '$setElementOrder/finalizers': ['x.io/b', 'x.io/c'] })).toEqual(['x.io/b', 'x.io/c']);
    expect(await finalizers({ '$deleteFromPrimitiveList/finalizers': ['x.io/b', 'x.io/c'] })).toBeUndefined();
    const labels = await server.strategic(map, { metadata: { labels: { $patch: 'replace', b: '2' } } });
    expect(labels.body.metadata.labels).toEqual({ b: '2' });
    expect((await server.strategic(map, { data: { $patch: 'delete' } })).body.data).toBeUndefined();
    expect((await server.strategic(map, { data: { $patch: 'merge', z: '1' } })).body.data).toEqual({ z: '1' });
    expect((await server.strategic(map, { data: { $retainKeys: ['y'], y: '2' } })).body.data).toEqual({ y: '2' });
    for (const patch of [
      { data: { $patch: 'foo' } },
      { data: { $retainKeys: 1 } },
      { '$setElementOrder/data': 1 },
      ['a'],
    ])
      expect(await server.strategic(map, patch)).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    const nested = await server.strategic(map, { metadata: { finalizers: [['x.io/a']] } });
    expect([nested.code, causes(nested)]).toEqual([422, ['patch FieldValueInvalid']]);
  });

  it('A-554 C-257 containers, their environment and their ports merge by their keys', async () => {
    const pod = `${paths.pods}/p`;
    const container = (name: string) => ({ name, image: `example.com/${name}:1` });
    await server.create(paths.pods, {
      metadata: { name: 'p' },
      spec: { containers: [container('a'), container('b')] },
    });
    const images = async (containers: object[]) => {
      const { code, body } = await server.strategic(pod, { spec: { containers } });
      expect(code).toBe(200);
      return (body.spec['containers'] as { image: string }[]).map(({ image }) => image);
    };
    expect(await images([{ name: 'b', image: 'example.com/b:2' }])).toEqual(['example.com/a:1', 'example.com/b:2']);
    expect(await server.strategic(pod, { spec: { containers: [{ image: 'x' }] } })).toMatchObject({
      code: 400,
      body: { message: 'map: map[image:x] does not contain declared merge key: name' },
    });
  });

  it('A-285 conditions of a Namespace merge by type', async () => {
    await expectConditionsToMerge(`${server.paths.namespaces}/${paths.configMaps.split('/')[4]}/status`);
  });
  it('A-317 conditions of a PersistentVolumeClaim merge by type', async () => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await server.create(paths.claims, { metadata: { name: 'c' }, spec });
    await expectConditionsToMerge(`${paths.claims}/c/status`);
  });
  async function expectConditionsToMerge(path: string): Promise<void> {
    const conditions = async (...given: object[]) => {
      const answer = await server.strategic(path, { status: { conditions: given } });
      expect(answer.code).toBe(200);
      return (answer.body.status['conditions'] as { type: string; status: string }[])
        .map(({ type, status }) => `${type}=${status}`)
        .sort();
    };
    expect(await conditions({ type: 'A', status: 'True' })).toEqual(['A=True']);
    expect(await conditions({ type: 'B', status: 'True' })).toEqual(['A=True', 'B=True']);
    expect(await conditions({ type: 'A', status: 'False' })).toEqual(['A=False', 'B=True']);
    expect(await conditions({ type: 'A', $patch: 'delete' })).toEqual(['B=True']);
  }

  it('A-432 drivers of a CSINode merge by name', async () => {
    const driver = (name: string) => ({ name: `${name}.example.com`, nodeID: name });
    const node = await server.create(paths.csiNodes, {
      metadata: { generateName: 'n-' },
      spec: { drivers: [driver('d1')] },
    });
    const path = `${paths.csiNodes}/${node.metadata.name}`;
    const { resourceVersion } = node.metadata;
    const { code, body } = await server.strategic(path, {
      metadata: { resourceVersion },
      spec: { drivers: [driver('d2')] },
    });
    expect(code).toBe(200);
    expect(body.spec['drivers']).toHaveLength(2);
    expect(body.spec['drivers']).toEqual(
      expect.arrayContaining([driver('d1'), driver('d2')].map((d) => expect.objectContaining(d))),
    );
  });

  it('A-553 a JSON patch replaces keys that are absent, as clients that drain nodes do', async () => {
    const node = `node-${paths.configMaps.split('/')[4]}`;
    await server.create(server.paths.nodes, { metadata: { name: node } });
    const cordon = [{ op: 'replace', path: '/spec/unschedulable', value: true }];
    const drained = await typed(PATCH_TYPES.json, `${server.paths.nodes}/${node}`, cordon);
    expect(drained).toMatchObject({ code: 200, body: { spec: { unschedulable: true } } });
    await mapOf('x');
    const labelled = await typed(PATCH_TYPES.json, `${paths.configMaps}/x`, [
      { op: 'test', path: '/metadata/labels', value: null },
      { op: 'replace', path: '/metadata/labels', value: { a: 'b' } },
      { op: 'add', path: '/metadata/finalizers', value: ['x.io/a'] },
      { op: 'add', path: '/metadata/finalizers/-1', value: 'x.io/b' },
      { op: 'remove', path: '/metadata/finalizers/-2' },
    ]);
    expect(labelled).toMatchObject({ code: 200, body: { metadata: { labels: { a: 'b' }, finalizers: ['x.io/b'] } } });
  });

  describe.each(FORMS)('%s', (form, patchOf) => {
    const send = (path: string, patch: unknown, more = '') => typed(PATCH_TYPES[form] + more, path, patch);

    it('A-549 C-255 a version in it is a precondition, and without one nothing that races is lost', async () => {
      const { resourceVersion } = (await mapOf('x')).metadata;
      const map = `${paths.configMaps}/x`;
      expect((await send(map, patchOf({ b: '2' }, resourceVersion))).code).toBe(200);
      expect(await send(map, patchOf({ b: '3' }, resourceVersion))).toMatchObject({
        code: 409,
        body: { reason: 'Conflict' },
      });
      const racing = Array.from({ length: 16 }, (_, i) => send(map, patchOf({ [`k${i}`]: 'v' })));
      expect(new Set((await Promise.all(racing)).map(({ code }) => code))).toEqual(new Set([200]));
      expect(Object.keys((await server.get(map)).body.data)).toHaveLength(18);
    });

    it('A-549 what changes nothing makes no version', async () => {
      const { resourceVersion } = (await mapOf('x')).metadata;
      const answer = await send(`${paths.configMaps}/x`, patchOf({ a: '1' }));
      expect(answer).toMatchObject({ code: 200, body: { metadata: { resourceVersion } } });
    });

    it('A-549 C-256 its type may have parameters and be written in capitals', async () => {
      await mapOf('x');
      const map = `${paths.configMaps}/x`;
      expect((await send(map, patchOf({ b: '1' }), '; charset=utf-8')).code).toBe(200);
      expect((await typed(PATCH_TYPES[form].toUpperCase(), map, patchOf({ b: '2' }))).code).toBe(200);
    });

    it('A-549 C-259 taking the metadata away loses nothing: it is refused', async () => {
      const made = await mapOf('x', { labels: { a: '1' } });
      const remove = (field: string) => (form === 'json' ? [{ op: 'remove', path: `/${field}` }] : { [field]: null });
      const map = `${paths.configMaps}/x`;
      expect(await send(map, remove('metadata'))).toMatchObject({
        code: 400,
        body: {
          reason: 'BadRequest',
          message: 'the name of the object (x based on URL) was undeterminable: name must be provided',
        },
      });
      expect((await server.get(map)).body).toEqual(made);
      expect((await send(map, remove('data'))).body.data).toBeUndefined();
    });

    it('A-549 a body that is not JSON, or none, is refused', async () => {
      await mapOf('x');
      // A strategic merge patch of null changes nothing.
      for (const body of ['', '{', 'a: 1', '1', ...(form === 'strategic' ? [] : ['null'])])
        expect(await send(`${paths.configMaps}/x`, body)).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    });
  });

  it('C-256 a type that is none of these, or none at all, is 415, and names them where the specification is followed', async () => {
    await mapOf('x');
    for (const type of ['application/json', 'application/yaml', 'text/plain', undefined]) {
      const { code, body } = await typed(type, `${paths.configMaps}/x`, Buffer.from('{}'));
      expect([code, body.reason]).toEqual([415, 'UnsupportedMediaType']);
      const accepted =
        'the body of the request was in an unknown format - accepted media types include: ' +
        'application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json';
      if (vocabulary === 'kubernetes') expect(body.message).toBe('415: Unsupported Media Type');
      else expect(body.message).toContain(accepted);
    }
  });
});
