import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace, makeMaps } from '../../support/fresh-namespace.js';
import { minimalObjects } from '../../support/minimal-objects.js';
import { ResourceServer, type Body } from '../../support/resource-fixtures.js';
import { servedResources } from '../../support/served-resources.js';

interface Table {
  readonly columnDefinitions: readonly {
    readonly name: string;
    readonly type: string;
    readonly format: string;
    readonly description: string;
    readonly priority: number;
  }[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object?: Body | null }[];
}

const AGE = expect.stringMatching(/^(\d+[smhdy])+$/);

// Left: A-090 (extension types).
describe.each(VOCABULARY_NAMES)('tables in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;
  let accept: string;
  let minimal: [path: string, body: object][];

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary });
    maps = server.paths.configMaps;
    accept = `application/json;as=Table;g=${server.vocabulary.groups.meta};v=v1`;
    await server.create(maps, { metadata: { name: 'x' }, data: { a: '1' }, binaryData: { b: 'AQI=' } });
    minimal = await minimalObjects(server.vocabulary, server.paths, 't1');
    for (const [path, object] of minimal) await server.create(path, object);
  });
  afterAll(() => server?.stop());

  const meta = () => `${server.vocabulary.groups.meta}/v1`;
  const partial = (of = '') => ({ accept: accept.replace('as=Table', `as=PartialObjectMetadata${of}`) });
  const get = (path: string, wish = accept) => server.get(path, { headers: { accept: wish } });
  const table = async (path: string): Promise<Body & Table> => (await get(path)).body as Body & Table;
  const cellsOf = async (path: string, name: string) =>
    (await table(path)).rows.find(({ cells }) => cells[0] === name)?.cells;

  it('A-086 a Table is had by asking for it', async () =>
    expect(await get(maps)).toMatchObject({
      code: 200,
      body: { kind: 'Table', apiVersion: meta() },
    }));

  it('A-087 C-064 columns are described, the name by its format', async () => {
    const { columnDefinitions } = await table(maps);
    expect(columnDefinitions[0]).toMatchObject({ name: 'Name', type: 'string', format: 'name', priority: 0 });
    for (const column of columnDefinitions)
      expect(column).toEqual({
        name: expect.any(String),
        type: expect.stringMatching(/^(string|integer|number|boolean|date)$/),
        format: expect.any(String),
        description: expect.stringMatching(/./),
        priority: expect.any(Number),
      });
  });

  it('A-091 every type answers the wish for a Table or a list', async () => {
    for (const { path, verbs, kind } of await servedResources(server)) {
      if (!verbs.includes('list')) continue;
      const { code, body } = await get(path, `${accept}, application/json`);
      expect(code).toBe(200);
      expect(['Table', `${kind}List`]).toContain(body.kind);
    }
  });

  it('C-063 a Table has the metadata of a list, and a row has a cell per column', async () => {
    for (const [path] of minimal) {
      const { columnDefinitions, rows } = await table(path);
      expect(rows).not.toEqual([]);
      for (const { cells } of rows) expect(cells).toHaveLength(columnDefinitions.length);
    }
    expect((await table(maps)).metadata.resourceVersion).toMatch(/^\d+$/);
    const chunk = await table(`${maps}?limit=1`);
    expect(chunk.rows).toHaveLength(1);
    expect(chunk.metadata.continue).toMatch(/./);
  });

  it.each([[''], ['?includeObject=Metadata']])('C-065 rows bring the metadata%s', async (suffix) => {
    const [row] = (await table(`${maps}/x${suffix}`)).rows;
    expect(row!.object).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: meta(),
      metadata: { name: 'x' },
    });
    expect(row!.object).not.toHaveProperty('data');
  });

  it('C-065 rows bring nothing, or the whole object, where that is asked for', async () => {
    // kube-apiserver says null (docs/compatibility.md).
    const nothing = vocabulary === 'orch' ? undefined : null;
    for (const row of (await table(`${maps}?includeObject=None`)).rows) expect(row.object).toBe(nothing);
    const [whole] = (await table(`${maps}?includeObject=Object&fieldSelector=metadata.name%3Dx`)).rows;
    expect(whole!.object).toEqual((await server.get(`${maps}/x`)).body);
  });

  it('C-066 refuses an unknown includeObject', async () =>
    expect(await get(`${maps}?includeObject=Foo`)).toMatchObject({ code: 400, body: { reason: 'BadRequest' } }));

  it('C-067 one object is one row', async () => {
    const { rows } = await table(`${maps}/x`);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['x']);
  });

  it('C-068 a watch sends Tables of one row, the columns with the first', async () => {
    const { configMaps } = await freshNamespace(server);
    const watch = await server.watch(`${configMaps}?watch=true`, { accept });
    await makeMaps(server, configMaps, 'a', 'b');
    const events = await watch.take(2);
    watch.close();
    const tables = events.map(({ object }) => object as Body & Table);
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED']);
    expect(tables.map(({ kind }) => kind)).toEqual(['Table', 'Table']);
    expect(tables.map(({ rows }) => rows.map(({ cells }) => cells[0]))).toEqual([['a'], ['b']]);
    expect(tables[0]!.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(tables[1]!.columnDefinitions ?? []).toEqual([]);
  });

  it('C-069 an unsupported representation is 406', async () =>
    expect(await get(maps, accept.replace('as=Table', 'as=Foo'))).toMatchObject({
      code: 406,
      body: { reason: 'NotAcceptable' },
    }));

  it('C-070 the answer is of the version that was asked for', async () =>
    expect(await get(maps, accept.replace('v=v1', 'v=v1beta1'))).toMatchObject({
      code: 200,
      body: { kind: 'Table', apiVersion: `${server.vocabulary.groups.meta}/v1beta1` },
    }));

  const columns: [string, keyof ResourceServer['paths'], string][] = [
    ['C-071', 'configMaps', 'Name, Data, Age'],
    ['C-072', 'secrets', 'Name, Type, Data, Age'],
    ['C-073', 'namespaces', 'Name, Status, Age'],
    [
      'C-074',
      'claims',
      'Name, Status, Volume, Capacity, Access Modes, StorageClass, VolumeAttributesClass, Age, VolumeMode 1',
    ],
    [
      'C-075',
      'volumes',
      `Name, Capacity, Access Modes, Reclaim Policy, Status, Claim, StorageClass, ${vocabulary === 'orch' ? '' : 'VolumeAttributesClass, '}Reason, Age, VolumeMode 1`,
    ],
    ['C-076', 'leases', 'Name, Holder, Age'],
    [
      'C-077',
      'drivers',
      'Name, AttachRequired, PodInfoOnMount, StorageCapacity, TokenRequests, RequiresRepublish, Modes, Age',
    ],
    ['C-078', 'csiNodes', 'Name, Drivers, Age'],
    ['C-078', 'capacities', vocabulary === 'orch' ? 'Name, StorageClassName, Capacity' : 'Name, Created At'],
    ['C-078', 'attachments', 'Name, Attacher, PV, Node, Attached, Age'],
    ['C-079', 'requests', 'Name, Age, SignerName, Requestor, RequestedDuration, Condition'],
  ];
  it.each(columns)('%s columns of %s', async (_id, collection, want) => {
    const { columnDefinitions } = await table(server.paths[collection]);
    expect(columnDefinitions.map(({ name, priority }) => (priority ? `${name} ${priority}` : name)).join(', ')).toBe(
      want,
    );
  });

  it('C-071 C-080 a row of a ConfigMap counts both kinds of data', async () =>
    expect(await cellsOf(maps, 'x')).toEqual(['x', 2, AGE]));

  it('A-088 A-089 C-080 a kind without columns of its own has a name and a time', async () => {
    const limits = `/api/v1/namespaces/t1/limitranges`;
    const { columnDefinitions, rows } = await table(limits);
    expect(columnDefinitions.map(({ name, type }) => ({ name, type }))).toEqual([
      { name: 'Name', type: 'string' },
      { name: 'Created At', type: 'date' },
    ]);
    const { metadata } = (await server.get(`${limits}/minimal`)).body;
    expect(rows.map(({ cells }) => cells)).toEqual([['minimal', metadata.creationTimestamp]]);
  });

  it('C-072 a row of a Secret', async () => {
    await server.create(server.paths.secrets, { metadata: { name: 's' }, data: { a: '' } });
    expect(await cellsOf(server.paths.secrets, 's')).toEqual(['s', server.vocabulary.secretTypes.opaque, 1, AGE]);
  });

  it('C-073 a row of a Namespace', async () =>
    expect(await cellsOf(server.paths.namespaces, 't1')).toEqual(['t1', 'Active', AGE]));

  it('C-079 a row of a request that waits', async () => {
    const cells = await cellsOf(server.paths.requests, 'minimal');
    expect(cells!.at(-1)).toBe('Pending');
  });

  it('C-081 an item can be had without its content', async () => {
    const { code, body } = await server.get(`${maps}/x`, { headers: partial() });
    const { metadata } = (await server.get(`${maps}/x`)).body;
    expect({ code, body }).toEqual({
      code: 200,
      body: { kind: 'PartialObjectMetadata', apiVersion: meta(), metadata },
    });
  });

  it('C-081 a collection can be had without its content', async () => {
    const { code, body } = await server.get(maps, { headers: partial('List') });
    expect({ code, kind: body.kind, apiVersion: body.apiVersion }).toEqual({
      code: 200,
      kind: 'PartialObjectMetadataList',
      apiVersion: meta(),
    });
    expect(body.metadata.resourceVersion).toMatch(/^\d+$/);
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual(['minimal', 'x']);
    for (const item of body.items) expect(item).not.toHaveProperty('data');
  });

  it('C-082 a watch can be had without the content', async () => {
    const watch = await server.watch(`${maps}?watch=true&fieldSelector=metadata.name%3Dx`, partial());
    const { type, object } = await watch.next();
    watch.close();
    expect({ type, kind: object.kind, apiVersion: object.apiVersion, name: object.metadata.name }).toEqual({
      type: 'ADDED',
      kind: 'PartialObjectMetadata',
      apiVersion: meta(),
      name: 'x',
    });
    expect(object).not.toHaveProperty('data');
  });
});
