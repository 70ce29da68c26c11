import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('Leases in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let leases: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    leases = server.paths.leases;
  });
  afterAll(() => server?.stop());

  const spec = {
    acquireTime: '2024-01-01T00:00:00.123456Z',
    holderIdentity: 'me',
    leaseDurationSeconds: 15,
    leaseTransitions: 2_147_483_647,
    renewTime: '2024-01-01T00:00:01.000000Z',
  };

  it('A-289 is a Lease of the coordination group, in a LeaseList', async () => {
    const apiVersion = `${server.vocabulary.groups.coordination}/v1`;
    expect(await server.create(leases, { metadata: { name: 'l' } })).toMatchObject({ apiVersion, kind: 'Lease' });
    expect((await server.get(leases)).body).toMatchObject({ apiVersion, kind: 'LeaseList' });
  });

  it('A-290 A-291 A-292 A-293 A-294 gives back its fields, times with six decimals', async () => {
    await server.create(leases, { metadata: { name: 'full' }, spec });
    expect((await server.get(`${leases}/full`)).body.spec).toEqual(spec);
  });

  it.each([
    ['A-292', 'a text as leaseDurationSeconds', { leaseDurationSeconds: '15' }],
    ['A-293', 'leaseTransitions beyond int32', { leaseTransitions: 2_147_483_648 }],
    ['A-290', 'an acquireTime that is not a time', { acquireTime: 'yesterday' }],
  ])('%s refuses %s with 400', async (_id, _what, wrong) => {
    const answer = await server.post(leases, { metadata: { name: 'wrong' }, spec: wrong });
    expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
  });

  it.each([
    ['leaseDurationSeconds', 0],
    ['leaseTransitions', -1],
  ])('C-169 refuses %s %d', async (field, value) => {
    const answer = await server.post(leases, { metadata: { name: 'wrong' }, spec: { [field]: value } });
    expect(answer.code).toBe(422);
    expect(causes(answer)).toEqual([`spec.${field} FieldValueInvalid`]);
    expect(answer.body.details).toMatchObject({ kind: 'Lease', group: server.vocabulary.groups.coordination });
  });

  it('C-170 C-251 lets one of two racing updates win, and none that names no version', async () => {
    const lease = await server.create(leases, { metadata: { name: 'raced' }, spec });
    const put = (holderIdentity: string) =>
      server.put(`${leases}/raced`, { ...lease, spec: { ...spec, holderIdentity } });
    const answers = await Promise.all([put('a'), put('b')]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers.find(({ code }) => code === 200)!;
    expect((await server.get(`${leases}/raced`)).text).toBe(winner.text);
    const blind = await server.put(`${leases}/raced`, { metadata: { name: 'raced' }, spec });
    expect(blind.code).toBe(422);
    expect(causes(blind)).toEqual(['metadata.resourceVersion FieldValueInvalid']);
  });
});
