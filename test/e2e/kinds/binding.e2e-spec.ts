import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('Bindings in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let pods: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    pods = server.paths.pods;
  });
  afterAll(() => server?.stop());

  const pod = (name: string) =>
    server.create(pods, { metadata: { name }, spec: { containers: [{ name: 'c', image: 'example.com/c:1' }] } });
  const target = { kind: 'Node', name: 'n' };

  it('A-295 A-532 A-571 C-171 puts a pod on a node, once', async () => {
    await pod('p');
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target };
    expect((await server.post(`${pods}/p/binding`, binding)).code).toBe(201);
    const bound = (await server.get(`${pods}/p`)).body;
    expect(bound.spec['nodeName']).toBe('n');
    expect(bound.status['conditions']).toContainEqual(
      expect.objectContaining({ type: 'PodScheduled', status: 'True' }),
    );
    const again = await server.post(`${pods}/p/binding`, binding);
    expect(again).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
  });

  it('A-297 A-531 takes a Binding at the old collection too, and lists both in discovery', async () => {
    await pod('old');
    const answer = await server.post(server.paths.bindings, { metadata: { name: 'old' }, target });
    expect(answer.code).toBe(201);
    expect((await server.get(`${pods}/old`)).body.spec['nodeName']).toBe('n');
    const { resources } = (await server.get('/api/v1')).body as unknown as {
      resources: { name: string; kind: string; verbs: string[] }[];
    };
    for (const name of ['bindings', 'pods/binding']) {
      const resource = resources.find((listed) => listed.name === name);
      expect(resource).toMatchObject({ kind: 'Binding', verbs: ['create'] });
    }
  });

  it.each([
    ['A-296', 'no target', {}, 'target.name FieldValueRequired'],
    [
      'C-172',
      'a target that is not a node',
      { target: { kind: 'Foo', name: 'n' } },
      'target.kind FieldValueNotSupported',
    ],
    ['C-172', 'a target without name', { target: { kind: 'Node', name: '' } }, 'target.name FieldValueRequired'],
  ])('%s refuses %s', async (_id, _what, body, cause) => {
    await pod('refused').catch(() => undefined);
    const answer = await server.post(`${pods}/refused/binding`, body);
    expect(answer.code).toBe(422);
    expect(causes(answer)).toEqual([cause]);
    expect((await server.get(`${pods}/refused`)).body.spec).not.toHaveProperty('nodeName');
  });

  it('A-532 refuses an empty body', async () => {
    await pod('empty');
    expect((await server.post(`${pods}/empty/binding`, '')).code).toBe(400);
  });

  it('C-173 refuses another pod, a missing pod and a pod created again', async () => {
    await pod('meant');
    const post = (metadata: object) => server.post(`${pods}/meant/binding`, { metadata, target });
    expect((await post({ name: 'other' })).code).toBe(400);
    expect(await post({ name: 'meant', uid: 'other' })).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
    expect(await post({ name: 'meant', resourceVersion: '1' })).toMatchObject({
      code: 409,
      body: { reason: 'Conflict' },
    });
    const missing = await server.post(`${pods}/none/binding`, { target });
    expect(missing).toMatchObject({ code: 404, body: { reason: 'NotFound' } });
  });
});
