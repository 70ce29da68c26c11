import { gunzipSync } from 'node:zlib';
import { builtinKinds, compileKinds, protobufCodec, statusCodec, type ProtobufCodec } from '@orch/api';
import { VOCABULARY_NAMES, vocabularies } from '@orch/vocabulary';
import { parse } from 'yaml';
import { freshNamespace } from '../../support/fresh-namespace.js';
import { protobufFields } from '../../support/protobuf-fields.js';
import { ResourceServer } from '../../support/resource-fixtures.js';
import { servedResources } from '../../support/served-resources.js';

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';

// Left: A-099 and half of A-100 (custom and aggregated resources).
describe.each(VOCABULARY_NAMES)('content types in the %s vocabulary', (vocabulary) => {
  const { protobuf } = vocabularies[vocabulary].mediaTypes;
  let server: ResourceServer;
  let maps: string;
  let codec: ProtobufCodec;

  beforeAll(async () => {
    const kinds = compileKinds(builtinKinds, vocabularies[vocabulary]);
    codec = protobufCodec(kinds.find(({ gvk }) => gvk.kind === 'ConfigMap')!)!;
    server = await ResourceServer.shared(vocabulary);
    maps = server.paths.configMaps;
    await server.create(maps, { metadata: { name: 'x' }, data: { a: '1' } });
  });
  afterAll(() => server?.stop());

  /** The answer to a GET, byte for byte. */
  const raw = async (path: string, headers: Readonly<Record<string, string>>) => {
    const answer = await server.watch(path, headers);
    const bytes = Buffer.concat((await answer.stream.toArray()) as Buffer[]);
    return { code: answer.code, type: answer.headers['content-type'], headers: answer.headers, bytes };
  };
  const envelope = async () => {
    const { bytes } = await raw(`${maps}/x`, { accept: protobuf });
    return protobufFields(bytes.subarray(4));
  };
  const typed = (type: string | undefined) => ({ headers: { 'content-type': type } });

  it.each([[undefined], ['*/*'], ['application/*'], [JSON_TYPE]])(
    'A-092 C-086 Accept %s gives JSON',
    async (accept) => {
      const answer = await server.get(`${maps}/x`, { headers: { accept } });
      expect(answer).toMatchObject({ code: 200, body: { kind: 'ConfigMap', data: { a: '1' } } });
      expect(answer.headers['content-type']).toBe(JSON_TYPE);
    },
  );

  it('C-086 quality orders the wishes', async () => {
    const choose = async (accept: string) => (await raw(`${maps}/x`, { accept })).type;
    expect(await choose(`${JSON_TYPE};q=0.5, ${YAML_TYPE};q=0.9`)).toBe(YAML_TYPE);
    expect(await choose(`${JSON_TYPE};q=0.9, ${YAML_TYPE};q=0.5`)).toBe(JSON_TYPE);
    expect(await choose(`image/png, ${YAML_TYPE};q=0.1`)).toBe(YAML_TYPE);
  });

  it('C-084 a large YAML body is decoded in a thread and stored as the same in JSON', async () => {
    const data = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`key-${i}`, `value ${i}\n`]));
    const members = Object.entries(data).map(([key, value]) => `  ${key}: ${JSON.stringify(value)} # a comment\n`);
    const yaml = `# from a file\n---\nmetadata:\n  name: large\ndata:\n${members.join('')}`;
    const created = await server.post(maps, yaml, typed(YAML_TYPE));
    expect(created).toMatchObject({ code: 201, body: { data } });
    const applied = await server.send(
      'PATCH',
      `${maps}/large?fieldManager=m&force=true`,
      `${yaml.replace('metadata', 'kind: ConfigMap\napiVersion: v1\nmetadata')}  more: "1"\n`,
      typed('application/apply-patch+yaml'),
    );
    expect(applied).toMatchObject({ code: 200, body: { data: { ...data, more: '1' } } });
  });

  it('A-093 A-094 A-101 Accept chooses between JSON and protobuf of the same object', async () => {
    const answer = await raw(`${maps}/x`, { accept: protobuf });
    expect({ code: answer.code, type: answer.type }).toEqual({ code: 200, type: protobuf });
    expect([...answer.bytes.subarray(0, 4)]).toEqual([0x6b, 0x38, 0x73, 0x00]);
    expect(codec.decode(answer.bytes)).toEqual((await server.get(`${maps}/x`)).body);
  });

  it('A-095 a protobuf body on POST says that it is one', async () => {
    const body = codec.encode({ metadata: { name: 'posted' }, data: { a: '1' } });
    expect((await server.post(maps, body, typed(JSON_TYPE))).code).toBe(400);
    expect(await server.post(maps, body, typed(protobuf))).toMatchObject({ code: 201, body: { data: { a: '1' } } });
  });

  it('A-096 a protobuf body on PUT says that it is one', async () => {
    await server.create(maps, { metadata: { name: 'put' } });
    const body = codec.encode({ metadata: { name: 'put' }, data: { a: '2' } });
    expect((await server.put(`${maps}/put`, body, typed(JSON_TYPE))).code).toBe(400);
    expect(await server.put(`${maps}/put`, body, typed(protobuf))).toMatchObject({
      code: 200,
      body: { data: { a: '2' } },
    });
  });

  it('A-097 C-083 an unsupported media type is 406, and the message names the supported ones', async () => {
    const answer = await server.get(maps, { headers: { accept: 'image/png' } });
    expect(answer).toMatchObject({ code: 406, body: { kind: 'Status', reason: 'NotAcceptable', code: 406 } });
    const intro =
      vocabulary === 'kubernetes'
        ? '406: Not Acceptable\n\nAvailable representations:'
        : 'only the following media types are accepted:';
    expect(answer.body.message).toContain(`${intro} application/json, application/yaml, ${protobuf}`);
  });

  it('A-098 every type is had in JSON', async () => {
    const listed = (await servedResources(server)).filter(({ verbs }) => verbs.includes('list'));
    expect(listed.length).toBeGreaterThanOrEqual(17);
    for (const { path, kind } of listed) {
      const answer = await server.get(path, { headers: { accept: JSON_TYPE } });
      expect(answer).toMatchObject({ code: 200, body: { kind: `${kind}List` } });
      expect(answer.headers['content-type']).toBe(JSON_TYPE);
    }
  });

  it('A-100 protobuf before JSON is protobuf where there is protobuf', async () =>
    expect(await raw(`${maps}/x`, { accept: `${protobuf}, ${JSON_TYPE}` })).toMatchObject({
      code: 200,
      type: protobuf,
    }));

  it('A-102 A-106 field 1 of the envelope says version and kind', async () => {
    const type = protobufFields((await envelope()).get(1)!);
    expect([type.get(1)!.toString(), type.get(2)!.toString()]).toEqual(['v1', 'ConfigMap']);
  });

  it('A-103 field 2 of the envelope is the object', async () => {
    const metadata = protobufFields((await envelope()).get(2)!).get(1)!;
    expect(protobufFields(metadata).get(1)!.toString()).toBe('x');
  });

  it('A-104 A-105 fields 3 and 4 of the envelope are unset: nothing is packed, and it is protobuf', async () => {
    const fields = await envelope();
    expect([fields.get(3)?.toString() ?? '', fields.get(4)?.toString() ?? '']).toEqual(['', '']);
  });

  it('C-084 YAML goes in and out, and no watch is in it', async () => {
    const posted = await server.post(maps, 'metadata:\n  name: yaml\ndata:\n  a: "1"\n', {
      headers: { 'content-type': YAML_TYPE, accept: YAML_TYPE },
    });
    expect(posted.code).toBe(201);
    expect(posted.headers['content-type']).toBe(YAML_TYPE);
    const read = await server.get(`${maps}/yaml`, { headers: { accept: YAML_TYPE } });
    expect(parse(read.text)).toEqual((await server.get(`${maps}/yaml`)).body);
    expect((await server.get(`${maps}?watch=true`, { headers: { accept: YAML_TYPE } })).code).toBe(406);
  });

  it('C-085 a body of another type is refused, one of no type is JSON', async () => {
    const body = JSON.stringify({ metadata: { name: 'untyped' } });
    expect(await server.post(maps, body, typed('application/x-www-form-urlencoded'))).toMatchObject({
      code: 415,
      body: { reason: 'UnsupportedMediaType' },
    });
    expect((await server.post(maps, body, typed(undefined))).code).toBe(201);
  });

  it.each([['{'], [''], ['[]'], ['"x"'], ['{} {}']])('C-087 refuses the body %j', async (body) =>
    expect(await server.post(maps, body)).toMatchObject({ code: 400, body: { reason: 'BadRequest' } }),
  );

  it('C-088 kind and apiVersion are those of the path, or left out', async () => {
    const post = (name: string, type: object) => server.post(maps, { ...type, metadata: { name } });
    for (const type of [{ kind: 'Secret' }, { apiVersion: 'v2' }, { kind: 'ConfigMap', apiVersion: 'apps/v1' }])
      expect(await post('typed', type)).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    expect((await post('typed-not', {})).code).toBe(201);
    expect((await post('typed-both', { kind: 'ConfigMap', apiVersion: 'v1' })).code).toBe(201);
  });

  it('C-089 a field of another JSON type is refused', async () => {
    const refused = await server.post(maps, { metadata: { name: 'number' }, data: { a: 1 } });
    expect(refused).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
    expect(refused.body.message).toContain('cannot unmarshal number');
  });

  it('C-090 an error is a protobuf Status for who asks in protobuf', async () => {
    const answer = await raw(`${maps}/none`, { accept: protobuf });
    expect({ code: answer.code, type: answer.type }).toEqual({ code: 404, type: protobuf });
    const type = protobufFields(protobufFields(answer.bytes.subarray(4)).get(1)!);
    expect(type.get(2)!.toString()).toBe('Status');
    expect(statusCodec.decode(answer.bytes)).toMatchObject({ reason: 'NotFound', code: 404 });
  });

  it('C-091 pretty indents, and so do answers to people at a terminal', async () => {
    const lines = async (suffix: string, agent: string) =>
      (await server.get(`${maps}/x${suffix}`, { headers: { 'user-agent': agent } })).text.trim().split('\n').length;
    expect(await lines('', 'client/1')).toBe(1);
    expect(await lines('?pretty=true', 'client/1')).toBeGreaterThan(1);
    expect(await lines('', 'curl/7.88.1')).toBeGreaterThan(1);
    expect(await lines('', 'Wget/1.21')).toBeGreaterThan(1);
    expect(await lines('?pretty=false', 'curl/7.88.1')).toBe(1);
  });

  it('C-092 gzip packs what is above 128 KiB, for who takes it', async () => {
    const { configMaps } = await freshNamespace(server);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      await server.create(configMaps, { metadata: { name }, data: { a: 'x'.repeat(80_000) } });
    for (const limit of [2, 6]) {
      const path = `${configMaps}?limit=${limit}`;
      const plain = await raw(path, {});
      expect(plain.headers['content-encoding']).toBeUndefined();
      const packed = await raw(path, { 'accept-encoding': 'gzip' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 10);
      // A continue token says when it was made.
      const withoutToken = (bytes: Buffer) => bytes.toString().replace(/"continue":"[^"]+"/, '');
      expect(withoutToken(gunzipSync(packed.bytes))).toBe(withoutToken(plain.bytes));
    }
    const refused = await raw(configMaps, { 'accept-encoding': 'gzip;q=0, br' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const small = await raw(`${configMaps}?limit=1`, { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('C-093 a response must not be cached, and has the audit ID', async () => {
    const { headers } = await server.get(maps);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache, private',
      'audit-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('C-094 refuses a body of more than 3 MiB', async () => {
    const body = JSON.stringify({ metadata: { name: 'large' }, data: { a: 'x'.repeat(4 * 1_048_576) } });
    expect(await server.post(maps, body)).toMatchObject({ code: 413, body: { reason: 'RequestEntityTooLarge' } });
  });

  it('C-095 resources know no OPTIONS, and HEAD brings no body', async () => {
    for (const path of [maps, `${maps}/x`]) {
      expect((await server.send('OPTIONS', path)).code).toBe(405);
      const head = await server.send('HEAD', path);
      expect([200, 405]).toContain(head.code);
      expect(head.text).toBe('');
    }
    expect((await server.send('HEAD', `${maps}?watch=true`)).code).toBe(405);
  });
});
