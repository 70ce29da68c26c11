import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

// Left, A-425 (node agent and attach controller), A-419 (a scheduler), A-421 (server-side apply).
describe.each(VOCABULARY_NAMES)('CSIDrivers in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let drivers: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    drivers = server.paths.drivers;
  });
  afterAll(() => server?.stop());

  const create = (name: string, spec: object = {}) => server.create(drivers, { metadata: { name }, spec });

  it('A-405 A-409 A-413 A-417 A-427 C-202 is a CSIDriver of the storage group, with its defaults', async () => {
    const apiVersion = `${server.vocabulary.groups.storage}/v1`;
    const driver = await create('d.example.com');
    expect(driver).toMatchObject({ apiVersion, kind: 'CSIDriver' });
    expect(driver.metadata).not.toHaveProperty('namespace');
    expect(driver.spec).toMatchObject({
      attachRequired: true,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      podInfoOnMount: false,
      requiresRepublish: false,
      storageCapacity: false,
      volumeLifecycleModes: ['Persistent'],
    });
    expect((await server.get(drivers)).body).toMatchObject({ apiVersion, kind: 'CSIDriverList' });
  });

  it.each([
    ['A-406', 'attachRequired', { attachRequired: false }],
    ['A-410', 'fsGroupPolicy File', { fsGroupPolicy: 'File' }],
    ['A-410', 'fsGroupPolicy None', { fsGroupPolicy: 'None' }],
    ['A-418', 'requiresRepublish', { requiresRepublish: true }],
    [
      'A-423',
      'the seconds of a token',
      { tokenRequests: [{ audience: 'a', expirationSeconds: 4_294_967_296 }, { audience: '' }] },
    ],
    ['A-426', 'both life cycles', { volumeLifecycleModes: ['Persistent', 'Ephemeral'] }],
  ])('%s keeps %s', async (_id, what, spec) => {
    const name = what.toLowerCase().replaceAll(' ', '-');
    await create(name, spec);
    expect((await server.get(`${drivers}/${name}`)).body.spec).toMatchObject(spec);
  });

  it('A-422 stores an audience that was left out as the empty one', async () =>
    expect((await create('audience', { tokenRequests: [{ expirationSeconds: 600 }] })).spec['tokenRequests']).toEqual([
      { audience: '', expirationSeconds: 600 },
    ]));

  it.each([
    ['A-408', { attachRequired: false }, /^spec\.attach(ed)?Required /],
    ['A-412', { fsGroupPolicy: 'None' }, /^spec\.fsGroupPolicy /],
    ['A-416', { podInfoOnMount: true }, /^spec\.podInfoOnMount /],
    ['A-428', { volumeLifecycleModes: ['Ephemeral'] }, /^spec\.volumeLifecycleModes /],
  ])('%s refuses to change %j', async (id, spec, cause) => {
    const name = `fixed-${id.toLowerCase()}`;
    await create(name);
    const answer = await server.merge(`${drivers}/${name}`, { spec });
    // Kube-apiserver has let two of them change since they were specified.
    const isSpecified = server.vocabulary.answers.rulesOfFields === 'specified';
    const isRefused = isSpecified || !['A-412', 'A-416'].includes(id);
    expect([answer.code, causes(answer)]).toEqual(isRefused ? [422, [expect.stringMatching(cause)]] : [200, []]);
  });

  it('A-420 C-204 lets capacity, republishing and tokens change', async () => {
    await create('mutable');
    const spec = { storageCapacity: true, requiresRepublish: true, tokenRequests: [{ audience: 'b' }] };
    expect(await server.merge(`${drivers}/mutable`, { spec })).toMatchObject({ code: 200, body: { spec } });
  });

  it.each([
    ['A-424', 'two equal audiences', { tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }, /FieldValueDuplicate$/],
    ['A-424', 'two empty audiences', { tokenRequests: [{ audience: '' }, {}] }, /FieldValueDuplicate$/],
    ['A-426', 'an unknown life cycle', { volumeLifecycleModes: ['Foo'] }, /FieldValueNotSupported$/],
    ['C-203', 'an unknown policy', { fsGroupPolicy: 'Foo' }, /^spec\.fsGroupPolicy FieldValueNotSupported$/],
    [
      'C-204',
      'a token of 599 seconds',
      { tokenRequests: [{ audience: 'a', expirationSeconds: 599 }] },
      /^spec\.tokenRequests\[0\]\.expirationSeconds FieldValueInvalid$/,
    ],
  ])('%s refuses %s', async (_id, _what, spec, cause) => {
    const answer = await server.post(drivers, { metadata: { name: 'refused' }, spec });
    expect(answer.code).toBe(422);
    expect(causes(answer)).toEqual([expect.stringMatching(cause)]);
  });

  it('C-205 takes names of at most 63 characters', async () => {
    expect((await server.post(drivers, { metadata: { name: 'd'.repeat(64) }, spec: {} })).code).toBe(
      server.vocabulary.answers.rulesOfFields === 'specified' ? 422 : 201,
    );
    await create('d'.repeat(63));
  });
});
