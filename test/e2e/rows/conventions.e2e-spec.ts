import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('conventions and naming in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let namespaces: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    namespaces = server.paths.namespaces;
  });
  afterAll(() => server?.stop());

  it('A-001 groups end in the product suffix, and representations are of its meta group', async () => {
    const { meta, storage, coordination, certificates } = server.vocabulary.groups;
    const suffix = vocabulary === 'orch' ? '.orch.io' : '.k8s.io';
    for (const group of [meta, storage, coordination, certificates]) expect(group).toMatch(new RegExp(`\\${suffix}$`));
    const table = await server.get(server.paths.configMaps, {
      headers: { accept: `application/json;as=Table;g=meta${suffix};v=v1` },
    });
    expect(table).toMatchObject({ code: 200, body: { apiVersion: `meta${suffix}/v1` } });
    expect((await server.get(`/apis/storage${suffix}/v1`)).code).toBe(200);
  });

  it('A-002 every path is below the address of the server', async () => {
    expect(new URL(server.plane.url).hostname).toBe('127.0.0.1');
    expect(await server.get('/api/v1/namespaces')).toMatchObject({ code: 200, body: { kind: 'NamespaceList' } });
  });

  it.each([
    ['A-003', 'system'],
    ['A-004', 'public'],
    ['C-001', 'default'],
    ['C-001', 'nodeLease'],
  ] as const)('%s the %s namespace is there from the first start', async (_id, which) => {
    const name = server.vocabulary.namespaces[which];
    expect(await server.get(`${namespaces}/${name}`)).toMatchObject({ code: 200, body: { metadata: { name } } });
  });

  it('C-002 a namespace carries the label of its name, whatever a write says', async () => {
    const key = server.vocabulary.labels.metadataName;
    const made = await server.create(namespaces, { metadata: { name: 'n1' } });
    expect(made.metadata.labels).toEqual({ [key]: 'n1' });
    await server.merge(`${namespaces}/n1`, { metadata: { labels: { [key]: null } } });
    expect((await server.get(`${namespaces}/n1`)).body.metadata.labels).toEqual({ [key]: 'n1' });
    await server.put(`${namespaces}/n1`, { metadata: { name: 'n1', labels: { [key]: 'other' } } });
    expect((await server.get(`${namespaces}/n1`)).body.metadata.labels).toEqual({ [key]: 'n1' });
  });

  it.each(['default', 'system', 'public'] as const)('C-003 the %s namespace may not be deleted', async (which) => {
    const path = `${namespaces}/${server.vocabulary.namespaces[which]}`;
    const refused = await server.delete(path);
    expect(refused).toMatchObject({ code: 403, body: { reason: 'Forbidden' } });
    expect(refused.body.message).toContain('this namespace may not be deleted');
    expect((await server.get(path)).body.metadata).not.toHaveProperty('deletionTimestamp');
  });
});
