import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer, type Metadata } from '../../support/resource-fixtures.js';

// and C-131 (managedFields): server-side-apply.spec.ts. C-140: the garbage collector.
describe.each(VOCABULARY_NAMES)('metadata in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  const made = async (metadata: object): Promise<Metadata> => (await server.create(maps, { metadata })).metadata;

  it('A-221 A-223 A-227 C-133 shows name and namespace, and neither deletionTimestamp nor selfLink, on a live object', async () => {
    await made({ name: 'x' });
    const { metadata } = (await server.get(`${maps}/x`)).body;
    expect(metadata).toMatchObject({ name: 'x', namespace: server.namespace });
    expect(metadata).not.toHaveProperty('deletionTimestamp');
    expect(metadata).not.toHaveProperty('selfLink');
  });

  it('A-222 makes a name of generateName', async () => {
    const metadata = await made({ generateName: 'p-' });
    expect(metadata.name).toMatch(/^p-[a-z0-9]{5}$/);
    expect(metadata).toMatchObject({ generateName: 'p-' });
    expect((await server.get(`${maps}/${metadata.name}`)).code).toBe(200);
  });

  it('A-224 A-226 C-132 sets uid and creationTimestamp itself, whatever the client sent', async () => {
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const metadata = await made({ name: 'sent', uid: 'x', creationTimestamp: '2001-01-01T00:00:00Z' });
    expect(metadata.uid).toMatch(UUID);
    expect(metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(metadata.creationTimestamp)).toBeGreaterThanOrEqual(before);
  });

  it('A-225 gives every write a new resourceVersion', async () => {
    const { resourceVersion } = await made({ name: 'versioned' });
    const patched = await server.merge(`${maps}/versioned`, { metadata: { labels: { a: 'b' } } });
    expect(patched.body.metadata.resourceVersion).not.toBe(resourceVersion);
    expect((await server.get(`${maps}/versioned`)).text).toBe(patched.text);
  });

  it.each([
    ['A-228', 'finalizers', ['x.io/a']],
    ['A-229', 'labels', { a: 'b' }],
    ['A-230', 'annotations', { a: 'b' }],
    ['C-134', 'ownerReferences', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }]],
  ])('%s keeps %s as they were sent', async (id, field, value) => {
    const name = `kept-${id.toLowerCase()}`;
    await made({ name, [field]: value });
    expect((await server.get(`${maps}/${name}`)).body.metadata).toMatchObject({ [field]: value });
  });

  it('A-232 gives a list its resourceVersion, continue and remainingItemCount', async () => {
    await Promise.all([made({ generateName: 'l-' }), made({ generateName: 'l-' })]);
    const { metadata } = (await server.get(`${maps}?limit=1`)).body;
    expect(metadata.resourceVersion).toMatch(/^\d+$/);
    expect(metadata.continue).toMatch(/./);
    expect(metadata.remainingItemCount).toBeGreaterThanOrEqual(1);
  });

  it('C-134 counts changes of what is wanted in generation, and no change of labels', async () => {
    const ingressClasses = `/apis/${server.plane.vocabulary.groups.networking}/v1/ingressclasses`;
    const spec = { controller: 'example.com/a' };
    expect((await server.create(ingressClasses, { metadata: { name: 'd' }, spec })).metadata.generation).toBe(1);
    const parameters = { kind: 'K', name: 'n', scope: 'Cluster' };
    const wanted = await server.merge(`${ingressClasses}/d`, { spec: { parameters } });
    expect(wanted.body.metadata.generation).toBe(2);
    const labelled = await server.merge(`${ingressClasses}/d`, { metadata: { labels: { a: 'b' }, generation: 9 } });
    expect(labelled.body.metadata.generation).toBe(2);
    expect(await made({ name: 'no-desired-state' })).not.toHaveProperty('generation');
  });

  it('C-135 C-253 keeps uid and creationTimestamp for good', async () => {
    const { uid, creationTimestamp } = await made({ name: 'fixed' });
    const other = await server.put(`${maps}/fixed`, { metadata: { name: 'fixed', uid: 'other' } });
    expect(other).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
    expect(other.body.message).toContain('Precondition failed: UID in precondition');
    const moved = await server.merge(`${maps}/fixed`, { metadata: { creationTimestamp: '2001-01-01T00:00:00Z' } });
    expect([200, 422]).toContain(moved.code);
    expect((await server.get(`${maps}/fixed`)).body.metadata).toMatchObject({ uid, creationTimestamp });
  });

  const refusals: [string, string, object, string][] = [
    ['C-136', 'a label key', { labels: { '-a': 'b' } }, 'metadata.labels FieldValueInvalid'],
    ['C-137 D-219', 'a label of 64 characters', { labels: { a: 'b'.repeat(64) } }, 'metadata.labels FieldValueInvalid'],
    [
      'D-219',
      'a label whose name has 64 characters',
      { labels: { [`x.io/${'k'.repeat(64)}`]: 'b' } },
      'metadata.labels FieldValueInvalid',
    ],
    [
      'D-219',
      'a label whose prefix has 254 characters',
      { labels: { [`${'p'.repeat(63)}.${'p'.repeat(63)}.${'p'.repeat(63)}.${'p'.repeat(62)}/k`]: 'b' } },
      'metadata.labels FieldValueInvalid',
    ],
    ['C-137', 'a label with a space', { labels: { a: 'a b' } }, 'metadata.labels FieldValueInvalid'],
    [
      'C-138 D-219',
      '262145 bytes of annotations',
      { annotations: { a: 'b'.repeat(262_144) } },
      'metadata.annotations FieldValueTooLong',
    ],
    [
      'C-139',
      'an owner without uid',
      { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'o' }] },
      `metadata.ownerReferences${vocabulary === 'orch' ? '[0]' : ''}.uid FieldValueInvalid`,
    ],
    [
      'C-139',
      'two controllers',
      {
        ownerReferences: ['a', 'b'].map((name) => ({
          apiVersion: 'v1',
          kind: 'Pod',
          name,
          uid: name,
          controller: true,
        })),
      },
      'metadata.ownerReferences FieldValueInvalid',
    ],
  ];
  it.each(refusals)('%s refuses %s', async (_id, _what, metadata, cause) => {
    const answer = await server.post(maps, { metadata: { name: 'refused', ...metadata } });
    expect(answer).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(answer)).toEqual([cause]);
    expect((await server.get(`${maps}/refused`)).code).toBe(404);
  });

  it('D-219 takes values exactly at the limits', async () => {
    await made({
      name: 'limits',
      labels: {
        [`${'p'.repeat(63)}.${'q'.repeat(63)}.${'r'.repeat(63)}.${'s'.repeat(61)}/${'k'.repeat(63)}`]: 'v'.repeat(63),
      },
      annotations: { a: 'b'.repeat(262_143) },
    });
  });

  it('C-139 refuses an Event as owner, both finalizers of the garbage collector, and a negative generation', async () => {
    const owner = { apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' };
    const refused = { ownerReferences: [owner], finalizers: ['orphan', 'foregroundDeletion'], generation: -1 };
    for (const [field, value] of Object.entries(refused)) {
      const answer = await server.post(maps, { metadata: { name: 'refused-meta', [field]: value } });
      expect([answer.code, answer.body.message]).toEqual([422, expect.stringContaining(`metadata.${field}`)]);
    }
  });

  it('C-097 refuses to set a deletionTimestamp', async () => {
    await server.create(maps, { metadata: { name: 'kept-alive' } });
    const answer = await server.merge(`${maps}/kept-alive`, {
      metadata: { deletionTimestamp: '2001-01-01T00:00:00Z' },
    });
    const cause = 'metadata.deletionTimestamp FieldValueInvalid';
    expect([answer.code, causes(answer)]).toEqual([422, [cause, cause]]);
  });

  it('D-178 D-226 keeps the system priority classes, and the spec of the mandatory flow control objects', async () => {
    const { scheduling, flowcontrol } = server.vocabulary.groups;
    const classPath = `/apis/${scheduling}/v1/priorityclasses/system-node-critical`;
    expect(await server.delete(classPath)).toMatchObject({ code: 403, body: { reason: 'Forbidden' } });
    expect((await server.get(classPath)).code).toBe(200);
    for (const name of ['exempt', 'catch-all']) {
      const path = `/apis/${flowcontrol}/v1/flowschemas/${name}`;
      expect((await server.merge(path, { spec: { matchingPrecedence: 5 } })).code).toBe(422);
      expect((await server.merge(path, { metadata: { labels: { a: 'b' } } })).code).toBe(200);
    }
    const levels = `/apis/${flowcontrol}/v1/prioritylevelconfigurations`;
    const shares = (nominalConcurrencyShares: number) => ({ spec: { limited: { nominalConcurrencyShares } } });
    expect((await server.merge(`${levels}/catch-all`, shares(7))).code).toBe(422);
    expect((await server.merge(`${levels}/exempt`, { spec: { exempt: { lendablePercent: 10 } } })).code).toBe(200);
  });

  describe('C-141 a resourceVersion on a create', () => {
    const create = (name: string, resourceVersion: string, parameters = '') =>
      server.post(maps + parameters, { metadata: { name, resourceVersion } });

    it.each(['1', '007', '18446744073709551615'])('%j is refused', async (version) => {
      const answer = await create('early', version);
      expect(answer.code).toBe(server.vocabulary.answers.resourceVersionOnCreate);
      expect(answer.body.message).toBe('resourceVersion should not be set on objects to be created');
      expect(answer.body.reason).toBe(answer.code === 400 ? 'BadRequest' : undefined);
      expect((await server.get(`${maps}/early`)).code).toBe(404);
    });

    it.each(['', '0', '00', 'v1', '-1', '+7', '0x7', ' 1', '18446744073709551616', '1'.repeat(400)])(
      '%j is not that of any object, and is ignored',
      async (version) => {
        const answer = await create('ignored', version);
        expect(answer.code).toBe(201);
        expect(answer.body.metadata.resourceVersion).toMatch(/^[1-9]\d*$/);
        await server.delete(`${maps}/ignored`);
      },
    );

    it('is refused after all else: an invalid object first, one that exists later', async () => {
      expect((await create('Not_Valid', '1')).code).toBe(422);
      await server.create(maps, { metadata: { name: 'exists' } });
      expect((await create('exists', '1')).code).toBe(server.vocabulary.answers.resourceVersionOnCreate);
      expect((await create('exists', 'v1')).code).toBe(409);
    });

    it('is not checked in a dry run', async () => {
      expect((await create('dry-run', '1', '?dryRun=All')).code).toBe(201);
      expect((await server.get(`${maps}/dry-run`)).code).toBe(404);
    });
  });
});
