import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer, type Fields } from '../../support/resource-fixtures.js';

// Left: C-168 (pod security). The controller's part (C-165) is in lifecycles.e2e-spec.ts.
describe.each(VOCABULARY_NAMES)('Namespaces in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let namespaces: string;

  // Without controllers: only the test empties spec.finalizers.
  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    namespaces = server.paths.namespaces;
  });
  afterAll(() => server?.stop());

  const make = (name: string) => server.create(namespaces, { metadata: { name } });
  const maps = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;

  it('A-283 A-284 C-159 C-160 is a v1 Namespace, Active, with the finalizer of its content', async () => {
    expect(await make('n')).toMatchObject({
      apiVersion: 'v1',
      kind: 'Namespace',
      spec: { finalizers: [server.vocabulary.finalizers.namespace] },
      status: { phase: 'Active' },
    });
    expect((await server.get(namespaces)).body).toMatchObject({ apiVersion: 'v1', kind: 'NamespaceList' });
  });

  it('C-002 keeps the label of its name through every write', async () => {
    const key = server.vocabulary.labels.metadataName;
    expect((await make('labelled')).metadata.labels).toEqual({ [key]: 'labelled' });
    const patched = await server.merge(`${namespaces}/labelled`, { metadata: { labels: { [key]: null, a: 'b' } } });
    expect(patched.body.metadata.labels).toEqual({ [key]: 'labelled', a: 'b' });
  });

  it('A-288 C-166 takes conditions through /status alone, and nothing but the status there', async () => {
    const namespace = await make('reported');
    const condition = {
      type: 'Checked',
      status: 'Unknown',
      reason: 'Test',
      message: 'not yet',
      lastTransitionTime: '2024-01-01T00:00:00Z',
    };
    const put = await server.put(`${namespaces}/reported/status`, {
      ...namespace,
      spec: { finalizers: ['x.io/a'] },
      status: { phase: 'Active', conditions: [condition] },
    });
    expect(put).toMatchObject({ code: 200, body: { kind: 'Namespace' } });
    expect(put.body.status['conditions']).toEqual([condition]);
    expect(put.body.spec).toEqual(namespace.spec);
    const ordinary = await server.put(`${namespaces}/reported`, {
      metadata: { name: 'reported' },
      spec: { finalizers: [] },
      status: { phase: 'X' },
    });
    expect(ordinary.code).toBe(200);
    expect(ordinary.body.status).toEqual(put.body.status);
    expect(ordinary.body.spec).toEqual(namespace.spec);
  });

  it.each([
    ['A-286', 'no type', { status: 'True' }, 'status.conditions[0].type FieldValueRequired'],
    ['A-287', 'no status', { type: 'A' }, 'status.conditions[0].status FieldValueRequired'],
    ['A-287', 'another status', { type: 'A', status: 'Yes' }, 'status.conditions[0].status FieldValueNotSupported'],
  ])('%s refuses a condition with %s, where the specification has the say', async (_id, _what, condition, cause) => {
    const answer = await server.put(`${namespaces}/${server.namespace}/status`, {
      metadata: { name: server.namespace },
      status: { phase: 'Active', conditions: [condition] },
    });
    const isSpecified = server.vocabulary.answers.rulesOfFields === 'specified';
    expect([answer.code, causes(answer)]).toEqual(isSpecified ? [422, [cause]] : [200, []]);
  });

  it('C-160 C-161 C-162 C-244 ends for good once deleted, when its finalizers are cleared', async () => {
    const namespace = await make('ending');
    const deleted = await server.delete(`${namespaces}/ending`);
    const terminating = (await server.get(`${namespaces}/ending`)).body;
    expect(deleted).toMatchObject(
      server.vocabulary.answers.deletedNamespace === 'object'
        ? { code: 200, body: terminating }
        : { code: 200, body: { kind: 'Status', status: 'Success' } },
    );
    expect(terminating.status).toMatchObject({ phase: 'Terminating' });
    expect(terminating.metadata.deletionTimestamp).toBeDefined();

    const back = await server.merge(`${namespaces}/ending`, { metadata: { deletionTimestamp: null } });
    expect(back.body.metadata.deletionTimestamp).toBe(terminating.metadata.deletionTimestamp);
    expect((await server.get(`${namespaces}/ending`)).body.status).toMatchObject({ phase: 'Terminating' });

    const finalized = await server.put(`${namespaces}/ending/finalize`, {
      metadata: { name: 'ending', uid: namespace.metadata.uid },
      spec: { finalizers: [] },
    });
    expect(finalized.code).toBe(200);
    expect((await server.get(`${namespaces}/ending`)).code).toBe(404);
  });

  it('C-162 /finalize replaces spec.finalizers and nothing else', async () => {
    const namespace = await make('replaced');
    const { code, body } = await server.put(`${namespaces}/replaced/finalize`, {
      ...namespace,
      spec: { finalizers: ['x.io/a'] },
      status: { phase: 'Terminating' },
    });
    expect(code).toBe(200);
    expect(body.spec).toEqual({ finalizers: ['x.io/a'] });
    expect(body.status).toEqual(namespace.status);
    expect((await server.get(`${namespaces}/replaced`)).body.status).toEqual(namespace.status as Fields);
  });

  it('C-163 C-164 takes no new objects while it is terminating, but updates and deletes of existing ones', async () => {
    await make('closing');
    await server.create(maps('closing'), { metadata: { name: 'held', finalizers: ['x.io/a'] } });
    await server.delete(`${namespaces}/closing`);

    const late = await server.post(maps('closing'), { metadata: { name: 'late' } });
    expect(late).toMatchObject({ code: 403, body: { reason: 'Forbidden' } });
    expect(late.body.message).toContain(
      'unable to create new content in namespace closing because it is being terminated',
    );
    expect(late.body.details.causes).toContainEqual(expect.objectContaining({ reason: 'NamespaceTerminating' }));

    expect((await server.delete(`${maps('closing')}/held`)).body.metadata.deletionTimestamp).toBeDefined();
    expect((await server.merge(`${maps('closing')}/held`, { data: { a: '1' } })).code).toBe(200);
    expect((await server.merge(`${maps('closing')}/held`, { metadata: { finalizers: null } })).code).toBe(200);
    expect((await server.get(`${maps('closing')}/held`)).code).toBe(404);
  });

  it('C-003 keeps the reserved ones', async () => {
    const { namespaces: names } = server.vocabulary;
    for (const name of ['default', names.system, names.public]) {
      const answer = await server.delete(`${namespaces}/${name}`);
      expect(answer).toMatchObject({ code: 403, body: { reason: 'Forbidden' } });
      expect(answer.body.message).toContain('this namespace may not be deleted');
    }
  });

  it('C-167 selects by phase', async () => {
    await make('selected');
    await server.delete(`${namespaces}/selected`);
    const names = async (phase: string) =>
      (await server.get(`${namespaces}?fieldSelector=status.phase=${phase}`)).body.items.map((o) => o.metadata.name);
    expect(await names('Active')).toContain(server.namespace);
    expect(await names('Active')).not.toContain('selected');
    expect(await names('Terminating')).toContain('selected');
  });
});
