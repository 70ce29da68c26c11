import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace } from '../../support/fresh-namespace.js';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';
import { CLIENT_USAGES, pkcs10 } from '../../support/signing-requests.js';

describe.each(VOCABULARY_NAMES)('names in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  const named = (name: string) => ({ metadata: { name } });

  it('A-017 A-018 a second object of the same name is refused, and the first stays', async () => {
    const first = await server.create(maps, named('twice'));
    const second = await server.post(maps, { ...named('twice'), data: { a: '1' } });
    expect(second).toMatchObject({
      code: 409,
      body: { kind: 'Status', reason: 'AlreadyExists', details: { name: 'twice', kind: 'configmaps' } },
    });
    expect((await server.get(`${maps}/twice`)).body).toEqual(first);
  });

  it('A-018 of many that create one name at once, one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.post(maps, named('raced'))));
    const codes = answers.map(({ code }) => code).sort((a, b) => a - b);
    expect(codes).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('A-019 another kind may have the same name', async () => {
    expect((await server.post(maps, named('shared'))).code).toBe(201);
    expect((await server.post(server.paths.secrets, named('shared'))).code).toBe(201);
  });

  it('A-020 another namespace may have the same name', async () => {
    const other = await freshNamespace(server);
    expect((await server.post(maps, named('spread'))).code).toBe(201);
    expect((await server.post(other.configMaps, named('spread'))).code).toBe(201);
  });

  it('A-021 C-012 a name is free after the delete, and what takes it is another object', async () => {
    const first = await server.create(maps, named('again'));
    expect((await server.delete(`${maps}/again`)).code).toBe(200);
    const second = await server.create(maps, named('again'));
    expect(second.metadata.uid).not.toBe(first.metadata.uid);
    expect(Date.parse(second.metadata.creationTimestamp)).toBeGreaterThanOrEqual(
      Date.parse(first.metadata.creationTimestamp),
    );
  });

  it('A-022 a cluster-scoped name is taken everywhere', async () => {
    const { drivers } = server.paths;
    expect((await server.post(drivers, { ...named('d'), spec: {} })).code).toBe(201);
    expect(await server.post(drivers, { ...named('d'), spec: {} })).toMatchObject({
      code: 409,
      body: { reason: 'AlreadyExists' },
    });
  });

  it.each([
    ['A_b'],
    ['Upper'],
    ['-front'],
    ['back-'],
    ['.dot'],
    ['dot.'],
    ['two..dots'],
    ['a b'],
    ['a/b'],
    ['ü'],
    ['a'.repeat(254)],
  ])('C-013 refuses the name %s', async (name) => {
    const refused = await server.post(maps, named(name));
    expect(refused).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(refused)).toEqual(['metadata.name FieldValueInvalid']);
  });

  it.each([['0'], ['a.b-c.1'], ['a'.repeat(253)]])('C-013 takes the name %s', async (name) => {
    expect((await server.post(maps, named(name))).code).toBe(201);
    expect((await server.get(`${maps}/${name}`)).body.metadata.name).toBe(name);
  });

  it.each([['a.b'], ['n'.repeat(64)]])('C-014 refuses the namespace %s', async (name) => {
    const refused = await server.post(server.paths.namespaces, named(name));
    expect(refused).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(refused)).toContain('metadata.name FieldValueInvalid');
  });

  it('C-014 takes a namespace of 63 characters', async () =>
    expect((await server.post(server.paths.namespaces, named('n'.repeat(63)))).code).toBe(201));

  it('C-015 a signing request takes any name that can stand in a path', async () => {
    const { requests } = server.paths;
    const spec = { request: await pkcs10({ commonName: 'bob' }), signerName: 'example.com/s', usages: CLIENT_USAGES };
    expect((await server.post(requests, { ...named('User:Bob'), spec })).code).toBe(201);
    expect((await server.get(`${requests}/User:Bob`)).body.metadata.name).toBe('User:Bob');
    for (const name of ['a/b', 'a%b', '.', '..']) {
      const refused = await server.post(requests, { ...named(name), spec });
      expect(refused).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
      expect(causes(refused)).toEqual(['metadata.name FieldValueInvalid']);
    }
  });

  it('C-016 refuses an object without any name', async () => {
    const refused = await server.post(maps, { metadata: {} });
    expect(refused).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(refused)).toEqual(['metadata.name FieldValueRequired']);
    expect(refused.body.message).toContain('name or generateName is required');
  });

  it('C-017 generateName is completed by five characters that spell nothing', async () => {
    const made = await server.create(maps, { metadata: { generateName: 'p-' } });
    expect(made.metadata.name).toMatch(/^p-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    const long = await server.create(maps, { metadata: { generateName: 'g'.repeat(70) } });
    expect(long.metadata.name).toMatch(/^g{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('C-018 generateName is stored together with a name, and not used', async () => {
    const { metadata } = await server.create(maps, { metadata: { name: 'given', generateName: 'p-' } });
    expect(metadata).toMatchObject({ name: 'given', generateName: 'p-' });
  });

  it('C-019 many creates with one base at once get distinct names', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, () => server.create(maps, { metadata: { generateName: 'many-' } })),
    );
    expect(new Set(made.map(({ metadata }) => metadata.name)).size).toBe(40);
  });
});
