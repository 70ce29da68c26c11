import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('ConfigMaps in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  const create = (name: string, fields: object = {}) => server.create(maps, { metadata: { name }, ...fields });

  it('A-239 A-251 is a v1 ConfigMap, in a ConfigMapList, and not immutable unless it says so', async () => {
    await create('plain');
    const map = (await server.get(`${maps}/plain`)).body;
    expect(map).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(map).not.toHaveProperty('immutable');
    expect((await server.get(maps)).body).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMapList' });
  });

  it.each([
    ['A-245', 'text', { data: { a: '1', 'A-b_c.d': 'ü€😀\u0000\n' } }],
    ['A-240 A-244', 'bytes', { binaryData: { b: '/w==' } }],
    ['A-242', 'bytes that are not UTF-8', { binaryData: { b: Buffer.from([0xff, 0xfe]).toString('base64') } }],
    ['A-247', 'text and bytes side by side', { data: { a: '1' }, binaryData: { b: '/w==' } }],
  ])('%s gives back %s as they came', async (id, _what, fields) => {
    const name = id.split(' ')[0]!.toLowerCase();
    await create(name, fields);
    expect((await server.get(`${maps}/${name}`)).body).toMatchObject(fields);
  });

  it.each([
    ['A-241', 'a space in a binaryData key', { binaryData: { 'a b': '/w==' } }, 'binaryData[a b] FieldValueInvalid'],
    ['A-246', 'a slash in a data key', { data: { 'a/b': '' } }, 'data[a/b] FieldValueInvalid'],
    ['A-243', 'a key in both', { data: { a: '' }, binaryData: { a: '' } }, 'data[a] FieldValueInvalid'],
    ['C-142', 'a key that begins with dots', { data: { '..a': '' } }, 'data[..a] FieldValueInvalid'],
    ['C-142', 'the key .', { data: { '.': '' } }, 'data[.] FieldValueInvalid'],
    [
      'C-142',
      'a key of 254 characters',
      { data: { ['k'.repeat(254)]: '' } },
      /^data\[k+\] FieldValue(Invalid|TooLong)$/,
    ],
    ['C-143 D-216', '1048577 bytes', { data: { a: 'x'.repeat(1_048_577) } }, /FieldValueTooLong$/],
    [
      'C-143 D-216',
      '1048577 bytes in both together',
      { data: { a: 'x'.repeat(1_048_576) }, binaryData: { b: '/w==' } },
      /FieldValueTooLong$/,
    ],
  ])('%s refuses %s', async (_id, _what, fields, cause) => {
    const answer = await server.post(maps, { metadata: { name: 'refused' }, ...fields });
    expect(answer).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(answer)).toEqual([typeof cause === 'string' ? cause : expect.stringMatching(cause)]);
  });

  it('C-143 D-216 takes 1048576 bytes, counted as bytes', async () => {
    const answer = await server.post(maps, { metadata: { name: 'full' }, data: { a: 'ü'.repeat(524_288) } });
    expect(answer.code).toBe(201);
    expect((await server.get(`${maps}/full`)).body.data['a']).toHaveLength(524_288);
  });

  it('C-145 refuses data that is not base64 with 400', async () => {
    const answer = await server.post(maps, { metadata: { name: 'base' }, binaryData: { b: '***' } });
    expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
  });

  it('A-248 A-249 C-144 keeps the data of an immutable one, lets its labels change, and lets it be deleted', async () => {
    await create('fixed', { data: { a: '1' }, binaryData: { b: '/w==' }, immutable: true });
    const refused = async (patch: object) => {
      const answer = await server.merge(`${maps}/fixed`, patch);
      expect(answer.code).toBe(422);
      return causes(answer);
    };
    expect(await refused({ data: { a: '2' } })).toEqual(['data FieldValueForbidden']);
    expect(await refused({ binaryData: { b: null } })).toEqual(['binaryData FieldValueForbidden']);
    expect(await refused({ immutable: false })).toEqual(['immutable FieldValueForbidden']);
    expect(await refused({ immutable: null })).toEqual(['immutable FieldValueForbidden']);
    const labelled = await server.merge(`${maps}/fixed`, { metadata: { labels: { a: 'b' } } });
    expect(labelled).toMatchObject({ code: 200, body: { data: { a: '1' }, metadata: { labels: { a: 'b' } } } });
    expect((await server.delete(`${maps}/fixed`)).code).toBe(200);
  });

  it('A-250 lets data change when immutable is false', async () => {
    await create('open', { data: { a: '1' }, immutable: false });
    const changed = await server.merge(`${maps}/open`, { data: { a: '2' } });
    expect(changed).toMatchObject({ code: 200, body: { data: { a: '2' }, immutable: false } });
  });
});
