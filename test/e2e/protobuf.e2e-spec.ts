import {
  builtinKinds,
  compileKinds,
  deleteOptionsCodec,
  protobufCodec,
  statusCodec,
  type ProtobufCodec,
} from '@orch/api';
import { loadClientConfiguration } from '@orch/client';
import { startControlPlane, type TestControlPlane } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { Agent, request } from 'undici';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const ORCH_PROTOBUF = 'application/vnd.orch.protobuf';
const JSON_TYPE = 'application/json';
const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const CM = '/api/v1/namespaces/default/configmaps';

interface Answer {
  readonly code: number;
  readonly type: string;
  readonly body: Buffer;
}

interface Metadata {
  readonly name: string;
  readonly resourceVersion: string;
}

describe('protobuf on the kubernetes vocabulary', () => {
  const codecs = new Map<string, ProtobufCodec>();
  let plane: TestControlPlane;
  let agent: Agent;

  beforeAll(async () => {
    for (const definition of compileKinds(builtinKinds, vocabularies.kubernetes)) {
      codecs.set(definition.gvk.kind, protobufCodec(definition)!);
    }
    plane = await startControlPlane({ vocabulary: 'kubernetes', command: 'apiserver' });
    const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
    agent = new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
  });
  afterAll(async () => {
    await agent?.close();
    await plane?.stop();
  });

  const codec = (kind: string): ProtobufCodec => codecs.get(kind)!;
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<Answer> => {
    const answer = await request(plane.url + path, {
      method: method as 'GET',
      dispatcher: agent,
      headers,
      body: body ?? null,
    });
    return {
      code: answer.statusCode,
      type: String(answer.headers['content-type']),
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  };
  const get = (path: string, accept: string) => send('GET', path, { accept });
  const both = { accept: PROTOBUF, 'content-type': PROTOBUF };
  const post = (path: string, kind: string, object: object, headers: Record<string, string> = both) =>
    send('POST', path, headers, codec(kind).encode(object));
  const metadataOf = (object: Record<string, unknown>) => object['metadata'] as Metadata;
  const messageOf = ({ body }: Answer) => (JSON.parse(body.toString()) as { message: string }).message;

  it('A-093 A-094 A-095 A-101 creates and reads the same object in protobuf and in JSON', async () => {
    const made = await post(CM, 'ConfigMap', { metadata: { name: 'x' }, data: { a: '1' }, binaryData: { b: 'AQI=' } });
    expect([made.code, made.type]).toEqual([201, PROTOBUF]);
    const read = await get(`${CM}/x`, PROTOBUF);
    expect([read.code, read.type, read.body.subarray(0, 4)]).toEqual([200, PROTOBUF, MAGIC]);
    expect(read.body).toEqual(made.body);
    const json = await get(`${CM}/x`, JSON_TYPE);
    expect(codec('ConfigMap').decode(read.body)).toEqual(JSON.parse(json.body.toString()));
    expect(JSON.parse(json.body.toString())).toMatchObject({ data: { a: '1' }, binaryData: { b: 'AQI=' } });
  });

  it('A-095 a protobuf body that says it is JSON is refused', async () => {
    const answer = await post(
      CM,
      'ConfigMap',
      { metadata: { name: 'y' } },
      { accept: JSON_TYPE, 'content-type': JSON_TYPE },
    );
    expect(answer.code).toBe(400);
  });

  it('A-096 replaces', async () => {
    const current = codec('ConfigMap').decode((await get(`${CM}/x`, PROTOBUF)).body);
    const body = codec('ConfigMap').encode({ ...current, data: { a: '2' } });
    const answer = await send('PUT', `${CM}/x`, both, body);
    expect(answer.code).toBe(200);
    expect(codec('ConfigMap').decode(answer.body)).toMatchObject({ data: { a: '2' } });
    const stale = await send('PUT', `${CM}/x`, both, body);
    expect([stale.code, statusCodec.decode(stale.body)['reason']]).toEqual([409, 'Conflict']);
  });

  it('A-100 the best wish that can be met is met, and its name is used', async () => {
    expect((await get(`${CM}/x`, `${PROTOBUF},${JSON_TYPE}`)).type).toBe(PROTOBUF);
    expect((await get(`${CM}/x`, `${JSON_TYPE},${PROTOBUF}`)).type).toBe(JSON_TYPE);
    expect((await get(`${CM}/x`, ORCH_PROTOBUF)).type).toBe(ORCH_PROTOBUF);
    expect((await get(`${CM}/x`, `${PROTOBUF};as=Table;g=meta.k8s.io;v=v1,${JSON_TYPE}`)).type).toBe(JSON_TYPE);
    const posted = await post(
      CM,
      'ConfigMap',
      { metadata: { name: 'z' } },
      { accept: JSON_TYPE, 'content-type': ORCH_PROTOBUF },
    );
    expect([posted.code, posted.type]).toEqual([201, JSON_TYPE]);
  });

  it('A-093 A-106 lists', async () => {
    const answer = await get(`${CM}?limit=1`, PROTOBUF);
    expect([answer.code, answer.type]).toEqual([200, PROTOBUF]);
    const { metadata, items } = codec('ConfigMap').decodeList(answer.body);
    const json = JSON.parse((await get(`${CM}?limit=1`, JSON_TYPE)).body.toString()) as {
      metadata: { continue: string };
      items: object[];
    };
    // A token says when it was made.
    expect(json.metadata.continue).not.toBe('');
    expect(metadata).toEqual({ ...json.metadata, continue: expect.stringMatching(/./) as unknown });
    expect(items.map((item) => metadataOf(item).name)).toEqual(['x']);
    expect(items).toEqual(json.items.map((item) => ({ kind: 'ConfigMap', apiVersion: 'v1', ...item })));
  });

  it('C-039 D-133 watches in frames of four bytes of length', async () => {
    const { metadata } = codec('ConfigMap').decodeList((await get(CM, PROTOBUF)).body);
    const answer = await request(
      `${plane.url}${CM}?watch=1&allowWatchBookmarks=true&resourceVersion=${String(metadata['resourceVersion'])}`,
      {
        dispatcher: agent,
        headers: { accept: PROTOBUF },
      },
    );
    expect(answer.headers['content-type']).toBe(`${PROTOBUF};stream=watch`);
    await post(CM, 'ConfigMap', { metadata: { name: 'watched' }, data: { a: '1' } });
    await send('PATCH', `${CM}/watched`, { 'content-type': 'application/merge-patch+json' }, '{"data":{"a":"2"}}');
    await send('DELETE', `${CM}/watched`, {});
    const seen: unknown[] = [];
    for await (const { type, object } of frames(answer.body)) {
      const { metadata: meta, data } = codec('ConfigMap').decode(object) as { metadata: Metadata; data: object };
      seen.push([type, meta.name, data]);
      if (type === 'DELETED') break;
    }
    expect(seen).toEqual([
      ['ADDED', 'watched', { a: '1' }],
      ['MODIFIED', 'watched', { a: '2' }],
      ['DELETED', 'watched', { a: '2' }],
    ]);
  });

  it('C-039 a watch may be asked for with and without saying that it is one', async () => {
    const asked = [JSON_TYPE, `${JSON_TYPE};stream=watch`, `${PROTOBUF};stream=watch`, `${ORCH_PROTOBUF};stream=watch`];
    const answers = await Promise.all(asked.map((accept) => get(`${CM}?watch=1&timeoutSeconds=1`, accept)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ type }) => type)).toEqual([JSON_TYPE, JSON_TYPE, ...asked.slice(2)]);
  });

  it('C-044 A-063 bookmarks are objects with little in them', async () => {
    const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const answer = await request(`${plane.url}${CM}?${query}`, { dispatcher: agent, headers: { accept: PROTOBUF } });
    for await (const { type, object } of frames(answer.body)) {
      if (type !== 'BOOKMARK') continue;
      const bookmark = codec('ConfigMap').decode(object);
      expect(bookmark).toMatchObject({
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
      });
      break;
    }
  });

  it('C-090 errors are a Status in protobuf where that was asked for', async () => {
    const missing = await get(`${CM}/none`, PROTOBUF);
    expect([missing.code, missing.type]).toEqual([404, PROTOBUF]);
    expect(statusCodec.decode(missing.body)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'configmaps "none" not found',
      reason: 'NotFound',
      details: { name: 'none', kind: 'configmaps' },
      code: 404,
    });
    expect((await get(`${CM}/none`, `${JSON_TYPE},${PROTOBUF}`)).type).toBe(JSON_TYPE);
    expect((await get(`${CM}/none`, `image/png,${PROTOBUF}`)).type).toBe(PROTOBUF);
    expect((await get('/api/v1/things', ORCH_PROTOBUF)).type).toBe(ORCH_PROTOBUF);
  });

  const forms = `application/json, application/yaml, ${PROTOBUF}`;
  const streams = `application/json;stream=watch, ${PROTOBUF};stream=watch`;
  it.each([
    ['C-083 an object', `${CM}/x`, forms],
    ['C-083 a list', CM, `${forms}, ${streams}`],
    ['C-083 a watch', `${CM}?watch=1`, `${forms}, ${streams}`],
  ])('%s in no form we know', async (_what, path, available) => {
    const answer = await get(path, 'image/png');
    expect(answer.code).toBe(406);
    expect(messageOf(answer)).toBe(`406: Not Acceptable\n\nAvailable representations: ${available}`);
  });

  it('C-086 a body in no form we know names protobuf among those we do', async () => {
    const answer = await send('POST', CM, { 'content-type': 'image/png' }, 'x');
    expect(answer.code).toBe(415);
    expect(messageOf(answer)).toContain(`application/json, application/yaml, ${PROTOBUF}`);
  });

  it('C-087 C-088 broken protobuf and objects of another kind are refused', async () => {
    const broken = await send(
      'POST',
      CM,
      { 'content-type': PROTOBUF },
      Buffer.concat([MAGIC, Buffer.from([0x12, 0x7f])]),
    );
    expect([broken.code, messageOf(broken)]).toEqual([400, expect.stringContaining('broken protobuf')]);
    const other = await post(CM, 'Secret', { metadata: { name: 'x' } });
    expect(other.code).toBe(400);
    expect(statusCodec.decode(other.body)['message']).toContain('converting (v1.Secret) to (core.ConfigMap)');
  });

  it('A-557 C-224 deletes by options in protobuf, and answers a Status in it', async () => {
    const { metadata } = codec('ConfigMap').decode((await get(`${CM}/x`, PROTOBUF)).body) as {
      metadata: { uid: string };
    };
    const wrong = await send('DELETE', `${CM}/x`, both, deleteBody('0000'));
    expect([wrong.code, statusCodec.decode(wrong.body)['reason']]).toEqual([409, 'Conflict']);
    const gone = await send('DELETE', `${CM}/x`, both, deleteBody(metadata.uid));
    expect([gone.code, gone.type]).toEqual([200, PROTOBUF]);
    expect(statusCodec.decode(gone.body)).toMatchObject({
      status: 'Success',
      details: { name: 'x', uid: metadata.uid },
    });
  });

  it('C-042 a typed client that writes back what it read changes nothing, whatever the YAML left out or said too much', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const sent = {
      metadata: { name: 'verbose', labels: {} },
      spec: { hostNetwork: false, containers: [{ name: 'c', image: 'example.com/c:1', ports: [] }] },
    };
    const made = await send('POST', pods, { accept: JSON_TYPE, 'content-type': JSON_TYPE }, JSON.stringify(sent));
    expect(made.code).toBe(201);
    const { metadata } = JSON.parse(made.body.toString()) as { metadata: Metadata };
    const read = await get(`${pods}/verbose`, PROTOBUF);
    const written = await send('PUT', `${pods}/verbose`, both, read.body);
    expect(written.code).toBe(200);
    expect(metadataOf(codec('Pod').decode(written.body)).resourceVersion).toBe(metadata.resourceVersion);
  });
});

/** DeleteOptions with a precondition on the uid. */
function deleteBody(uid: string): Buffer {
  const part = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag, content.length]), content]);
  const type = Buffer.concat([part(0x0a, Buffer.from('v1')), part(0x12, Buffer.from('DeleteOptions'))]);
  const body = Buffer.concat([MAGIC, part(0x0a, type), part(0x12, part(0x12, part(0x0a, Buffer.from(uid))))]);
  expect(deleteOptionsCodec.decode(body)).toMatchObject({ preconditions: { uid } });
  return body;
}

/** The events of a protobuf watch. An object in its envelope is the end of its frame. */
async function* frames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<{ type: string; object: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of stream) {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const frame = rest.subarray(4, 4 + rest.readUInt32BE(0));
      rest = rest.subarray(4 + frame.length);
      yield { type: frame.toString('latin1', 2, 2 + frame[1]!), object: frame.subarray(frame.indexOf(MAGIC)) };
    }
  }
}
