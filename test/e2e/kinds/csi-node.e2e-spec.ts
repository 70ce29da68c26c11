import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

// Left: the scheduler's half of A-436.
describe.each(VOCABULARY_NAMES)('CSINodes in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let nodes: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    nodes = server.paths.csiNodes;
  });
  afterAll(() => server?.stop());

  const driver = { name: 'd.example.com', nodeID: 'id' };
  const create = (name: string, drivers: readonly object[]) =>
    server.create(nodes, { metadata: { name }, spec: { drivers } });

  it('A-429 A-430 A-431 is named as its node, and may have no driver yet', async () => {
    await server.create(server.paths.nodes, { metadata: { name: 'n1.example.com' } });
    const apiVersion = `${server.vocabulary.groups.storage}/v1`;
    const node = await create('n1.example.com', []);
    expect(node).toMatchObject({ apiVersion, kind: 'CSINode', spec: { drivers: null } });
    expect(node.metadata).not.toHaveProperty('namespace');
    expect((await server.get(nodes)).body).toMatchObject({ apiVersion, kind: 'CSINodeList' });
    const none = await server.create(nodes, { metadata: { name: 'none' }, spec: {} });
    expect(none['spec']).toEqual({ drivers: null });
  });

  it.each([
    ['A-435', 'a bound of volumes', { ...driver, topologyKeys: null, allocatable: { count: 2_147_483_647 } }],
    ['A-436', 'no bound of volumes', { ...driver, topologyKeys: ['example.com/zone'] }],
    ['A-437', 'no topology keys', { ...driver, topologyKeys: [] }],
  ])('%s keeps %s', async (id, _what, sent) => {
    await create(id.toLowerCase(), [sent]);
    const { spec } = (await server.get(`${nodes}/${id.toLowerCase()}`)).body;
    const [kept] = spec['drivers'] as Record<string, unknown>[];
    expect(kept).toMatchObject({ ...driver });
    expect(kept!['allocatable']).toEqual('allocatable' in sent ? sent.allocatable : undefined);
    expect(kept!['topologyKeys'] ?? []).toEqual(sent.topologyKeys ?? []);
  });

  it.each([
    ['A-433', 'no name', [{ nodeID: 'id' }], 'spec.drivers[0].name FieldValueRequired'],
    ['A-434', 'no nodeID', [{ name: 'd' }], 'spec.drivers[0].nodeID FieldValueRequired'],
    [
      'C-206',
      'a nodeID that is too long',
      [{ name: 'd', nodeID: 'x'.repeat(vocabulary === 'orch' ? 193 : 257) }],
      /^spec\.drivers\[0\]\.nodeID FieldValue/,
    ],
    ['C-206', 'the same driver twice', [driver, driver], 'spec.drivers[1].name FieldValueDuplicate'],
    [
      'C-206',
      'a negative count',
      [{ ...driver, allocatable: { count: -1 } }],
      'spec.drivers[0].allocatable.count FieldValueInvalid',
    ],
    [
      'C-206',
      'the same topology key twice',
      [{ ...driver, topologyKeys: ['a', 'a'] }],
      'spec.drivers[0] FieldValueDuplicate',
    ],
    ['C-206', 'a topology key that is not a label name', [{ ...driver, topologyKeys: ['-a'] }], /^spec\.drivers\[0\] /],
  ])('%s refuses %s', async (_id, _what, drivers, cause) => {
    const answer = await server.post(nodes, { metadata: { name: 'refused' }, spec: { drivers } });
    expect(answer.code).toBe(422);
    expect(causes(answer)).toContainEqual(typeof cause === 'string' ? cause : expect.stringMatching(cause));
  });

  it('C-207 C-251 lets entries come and go, but not change, and wants the version that is replaced', async () => {
    const made = await create('entries', [driver]);
    const put = (drivers: readonly object[], metadata: object) =>
      server.put(`${nodes}/entries`, { metadata: { name: 'entries', ...metadata }, spec: { drivers } });
    const { resourceVersion } = made.metadata;
    expect((await put([{ ...driver, nodeID: 'other' }], { resourceVersion })).code).toBe(422);
    expect((await put([], {})).code).toBe(422);
    const removed = await put([], { resourceVersion });
    expect(removed.code).toBe(200);
    const again = await put([{ ...driver, nodeID: 'other' }], {
      resourceVersion: removed.body.metadata.resourceVersion,
    });
    expect(again.code).toBe(200);
  });
});
