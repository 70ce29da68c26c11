import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, query, ResourceServer } from '../../support/resource-fixtures.js';

// Left: A-262 (nothing fills service account token Secrets before service account tokens are served).
describe.each(VOCABULARY_NAMES)('Secrets in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let secrets: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    secrets = server.paths.secrets;
  });
  afterAll(() => server?.stop());

  const create = (name: string, fields: object = {}) => server.create(secrets, { metadata: { name }, ...fields });
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it('A-252 A-260 C-147 is an Opaque v1 Secret, in a SecretList, and not immutable unless it says so', async () => {
    await create('plain');
    const secret = (await server.get(`${secrets}/plain`)).body;
    expect(secret).toMatchObject({ apiVersion: 'v1', kind: 'Secret', type: 'Opaque' });
    expect(secret).not.toHaveProperty('immutable');
    expect((await server.get(secrets)).body).toMatchObject({ apiVersion: 'v1', kind: 'SecretList' });
  });

  it('A-253 gives back the bytes of data as they came', async () => {
    const data = { a: 'eA==', b: Buffer.from([0, 0xff, 0xfe]).toString('base64') };
    await create('bytes', { data });
    expect((await server.get(`${secrets}/bytes`)).body.data).toEqual(data);
  });

  it('A-255 A-256 A-257 writes stringData into data, where it wins, and never shows it', async () => {
    const made = await create('texts', { data: { a: base64('old'), b: base64('kept') }, stringData: { a: 'x' } });
    expect(made).not.toHaveProperty('stringData');
    const read = (await server.get(`${secrets}/texts`)).body;
    expect(read.data).toEqual({ a: 'eA==', b: base64('kept') });
    expect(read).not.toHaveProperty('stringData');
    const patched = await server.merge(`${secrets}/texts`, { stringData: { b: 'new' } });
    expect(patched.body.data).toEqual({ a: 'eA==', b: base64('new') });
    expect(patched.body).not.toHaveProperty('stringData');
  });

  it('A-254 C-146 D-216 takes 1048576 bytes of values and no byte more', async () => {
    const answer = await server.post(secrets, {
      metadata: { name: 'big' },
      data: { a: Buffer.alloc(1_048_577).toString('base64') },
    });
    expect(answer.code).toBe(422);
    expect(causes(answer)).toEqual(['data FieldValueTooLong']);
    await create('big', { data: { a: Buffer.alloc(1_048_576).toString('base64') } });
  });

  it('A-258 A-259 keeps the data of an immutable one and lets its labels change', async () => {
    await create('fixed', { data: { a: 'eA==' }, immutable: true });
    const changed = await server.merge(`${secrets}/fixed`, { stringData: { a: 'y' } });
    expect(changed.code).toBe(422);
    expect(causes(changed)).toEqual(['data FieldValueForbidden']);
    expect((await server.merge(`${secrets}/fixed`, { metadata: { labels: { a: 'b' } } })).code).toBe(200);
  });

  it('A-261 C-147 keeps any type, for good', async () => {
    await create('typed', { type: 'example.com/t' });
    expect((await server.get(`${secrets}/typed`)).body['type']).toBe('example.com/t');
    const changed = await server.merge(`${secrets}/typed`, { type: 'example.com/u' });
    expect(changed.code).toBe(422);
    expect(causes(changed)).toEqual(['type FieldValueInvalid']);
  });

  it('A-263 knows the type of bootstrap tokens', async () => {
    const type = server.vocabulary.secretTypes.bootstrapToken;
    const path = `/api/v1/namespaces/${server.vocabulary.namespaces.system}/secrets`;
    const made = await server.post(path, {
      metadata: { name: 'bootstrap-token-abcdef' },
      type,
      stringData: { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef' },
    });
    expect(made).toMatchObject({ code: 201, body: { type } });
  });

  const refusals: [string, string, string, object, string][] = [
    ['C-148', 'opaque', 'a key with a space', { 'a b': 'eA==' }, 'data[a b] FieldValueInvalid'],
    ['C-150', 'dockercfg', 'no .dockercfg', {}, 'data[.dockercfg] FieldValueRequired'],
    ['C-150', 'dockerConfigJson', 'no .dockerconfigjson', {}, 'data[.dockerconfigjson] FieldValueRequired'],
    ['C-150', 'dockercfg', 'no JSON', { '.dockercfg': base64('{') }, 'data[.dockercfg] FieldValueInvalid'],
    ['C-151', 'basicAuth', 'neither name nor password', {}, 'data[username] FieldValueRequired'],
    ['C-152', 'sshAuth', 'no key', {}, 'data[ssh-privatekey] FieldValueRequired'],
    ['C-152', 'sshAuth', 'an empty key', { 'ssh-privatekey': '' }, 'data[ssh-privatekey] FieldValueRequired'],
    ['C-153', 'tls', 'no tls.key', { 'tls.crt': 'eA==' }, 'data[tls.key] FieldValueRequired'],
  ];
  it.each(refusals)('%s refuses a Secret of type %s with %s', async (_id, type, _what, data, cause) => {
    const answer = await server.post(secrets, {
      metadata: { name: 'refused' },
      type: server.vocabulary.secretTypes[type as 'tls'],
      data,
    });
    expect(answer).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
    expect(causes(answer)).toContain(cause);
  });

  it('C-149 refuses a token Secret that names no service account', async () => {
    const type = server.vocabulary.secretTypes.serviceAccountToken;
    expect((await server.post(secrets, { metadata: { name: 'account' }, type })).code).toBe(422);
  });

  it('C-151 C-153 takes what the type needs, unread', async () => {
    const { basicAuth, tls } = server.vocabulary.secretTypes;
    await create('login', { type: basicAuth, stringData: { password: 'p' } });
    await create('pair', { type: tls, stringData: { 'tls.crt': 'no certificate', 'tls.key': 'no key' } });
  });

  it('C-154 selects by type in lists and watches', async () => {
    const { tls } = server.vocabulary.secretTypes;
    const stringData = { 'tls.crt': '', 'tls.key': '' };
    await create('selected', { type: tls, stringData, metadata: { name: 'selected', labels: { of: 'selection' } } });
    await create('other', { metadata: { name: 'other', labels: { of: 'selection' } } });
    const selected = query({ fieldSelector: `type=${tls}`, labelSelector: 'of=selection' });
    const { items } = (await server.get(secrets + selected)).body;
    expect(items.map((item) => item.metadata.name)).toEqual(['selected']);
    const watch = await server.watch(`${secrets}${selected}&watch=true&resourceVersion=0`);
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'selected' } } });
    await create('later-other', { metadata: { name: 'later-other', labels: { of: 'selection' } } });
    await create('later', { type: tls, stringData, metadata: { name: 'later', labels: { of: 'selection' } } });
    expect(await watch.next()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'later' } } });
    watch.close();
  });
});
