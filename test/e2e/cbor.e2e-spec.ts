import { decodeCbor, encodeCbor } from '@orch/apimachinery';
import { loadClientConfiguration } from '@orch/client';
import { startControlPlane, type TestControlPlane } from '@orch/testing';
import { Agent, request } from 'undici';

const CBOR = 'application/cbor';
const APPLY = 'application/apply-patch+cbor';
const JSON_TYPE = 'application/json';
const CM = '/api/v1/namespaces/default/configmaps';
const DOCUMENT = 'd9d9f7';

interface Answer {
  readonly code: number;
  readonly type: string;
  readonly body: Buffer;
}

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
/** The object that a body has, in CBOR or JSON. */
const read = ({ type, body }: Answer): Record<string, unknown> =>
  // eslint-disable-line @typescript-eslint/no-explicit-any
  (type === CBOR ? decodeCbor(body).value : JSON.parse(body.toString())) as Record<string, unknown>;

async function begin(flags: string[]): Promise<{ plane: TestControlPlane; agent: Agent }> {
  const plane = await startControlPlane({ vocabulary: 'kubernetes', command: 'apiserver', flags });
  const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
  return { plane, agent: new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object }) };
}

const send = async (
  { plane, agent }: { plane: TestControlPlane; agent: Agent },
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer | string,
): Promise<Answer> => {
  const answer = await request(plane.url + path, { method, dispatcher: agent, headers, body: body ?? null });
  return {
    code: answer.statusCode,
    type: String(answer.headers['content-type']),
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
};

describe('CBOR with the feature gate CBORServingAndStorage', () => {
  let server: { plane: TestControlPlane; agent: Agent };
  beforeAll(async () => (server = await begin(['--feature-gates=CBORServingAndStorage=true'])));
  afterAll(async () => {
    await server?.agent.close();
    await server?.plane.stop();
  });

  const both = { accept: CBOR, 'content-type': CBOR };
  const call = (method: string, path: string, headers: Record<string, string>, body?: Buffer | string) =>
    send(server, method, path, headers, body);
  const get = (path: string, accept = CBOR) => call('GET', path, { accept });
  const apply = (name: string, object: object, query = '') =>
    call('PATCH', `${CM}/${name}?fieldManager=m${query}`, { accept: CBOR, 'content-type': APPLY }, encodeCbor(object));

  it('creates, reads and replaces the same object in CBOR and in JSON', async () => {
    const object = { metadata: { name: 'x' }, data: { a: 'ü', b: '' }, binaryData: { c: 'AQI=' } };
    const made = await call('POST', CM, both, encodeCbor(object));
    expect([made.code, made.type, made.body.subarray(0, 3).toString('hex')]).toEqual([201, CBOR, DOCUMENT]);
    const shown = await get(`${CM}/x`);
    expect(shown.body).toEqual(made.body);
    expect(read(shown)).toEqual(read(await get(`${CM}/x`, JSON_TYPE)));
    expect(read(shown)).toMatchObject({ kind: 'ConfigMap', ...object });
    // Bytes are bytes, with the tag that says how to show them as a text.
    expect(shown.body.includes(bytes('d6 42 0102'))).toBe(true);

    const put = await call('PUT', `${CM}/x`, both, encodeCbor({ ...read(shown), data: { a: '2' } }));
    expect([put.code, read(put)['data']]).toEqual([200, { a: '2' }]);
    const stale = await call('PUT', `${CM}/x`, both, encodeCbor(read(shown)));
    expect([stale.code, stale.type, read(stale)['reason']]).toEqual([409, CBOR, 'Conflict']);
  });

  it('takes byte strings and texts, tagged bytes, and lengths that are not known', async () => {
    const hex = `bf 6161 40 486d65746164617461 a1 646e616d65 6162 4464617461 a2 6174 7f 6178 6179 ff 4162 d643000102 ff`;
    const made = await call('POST', `${CM}?dryRun=All`, both, bytes(hex));
    expect([made.code, read(made)['data']]).toEqual([201, { b: 'AAEC', t: 'xy' }]);
  });

  it('a patch in JSON is answered in CBOR; the other patches have no CBOR form', async () => {
    const patched = await call(
      'PATCH',
      `${CM}/x`,
      { accept: CBOR, 'content-type': 'application/merge-patch+json' },
      '{"data":{"d":"3"}}',
    );
    expect([patched.code, read(patched)['data']]).toEqual([200, { a: '2', d: '3' }]);
    for (const type of [CBOR, 'application/merge-patch+cbor', 'application/json-patch+cbor']) {
      expect((await call('PATCH', `${CM}/x`, { 'content-type': type }, encodeCbor({}))).code).toBe(415);
    }
  });

  it('server-side apply', async () => {
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'applied' }, data: { a: '1' } };
    expect((await apply('applied', object)).code).toBe(201);
    const again = await apply('applied', { ...object, data: { a: '2' } });
    expect([again.code, read(again)['data']]).toEqual([200, { a: '2' }]);
    const owners = (read(again)['metadata'] as { managedFields: object[] }).managedFields;
    expect(owners).toMatchObject([{ manager: 'm', operation: 'Apply', fieldsV1: { 'f:data': { 'f:a': {} } } }]);
    const conflict = await apply('applied', { ...object, data: { a: '3' } }, '2');
    expect([conflict.code, read(conflict)['details']]).toMatchObject([409, { causes: [{ field: '.data.a' }] }]);
    const broken = await call('PATCH', `${CM}/applied?fieldManager=m`, { 'content-type': APPLY }, bytes('a2616101'));
    expect([broken.code, read(broken)['message']]).toEqual([400, 'error decoding YAML: unexpected EOF']);
  });

  it('lists objects, and their metadata only', async () => {
    const list = await get(`${CM}?limit=1`);
    expect([list.code, list.type]).toEqual([200, CBOR]);
    const json = read(await get(`${CM}?limit=1`, JSON_TYPE));
    expect(read(list)['items']).toEqual(json['items']);
    const metadata = await get(CM, `${CBOR};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`);
    expect(read(metadata)).toMatchObject({
      kind: 'PartialObjectMetadataList',
      items: [{ kind: 'PartialObjectMetadata', metadata: { name: 'applied' } }, { metadata: { name: 'x' } }],
    });
    expect((await get(CM, `${CBOR};as=Table;g=meta.k8s.io;v=v1`)).code).toBe(406);
    expect((await get(CM, `${CBOR};as=Table;g=meta.k8s.io;v=v1,${JSON_TYPE}`)).type).toBe(JSON_TYPE);
  });

  it('watches as a sequence of documents, whose objects are documents', async () => {
    const { resourceVersion } = read(await get(CM))['metadata'] as { resourceVersion: string };
    await call('POST', CM, both, encodeCbor({ metadata: { name: 'watched' }, data: { a: '1' } }));
    await apply('watched', { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'watched' }, data: { b: '2' } });
    await call('DELETE', `${CM}/watched`, both, encodeCbor({ propagationPolicy: 'Background' }));
    const watch = (query: string) => get(`${CM}?watch=1&timeoutSeconds=1&${query}`);
    const answer = await watch(`resourceVersion=${resourceVersion}`);
    expect([answer.code, answer.type]).toEqual([200, 'application/cbor-seq']);
    const events = documents(answer.body).map((event) => decodeCbor(event).value as { type: string; object: object });
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    expect(events[1]!.object).toMatchObject({ kind: 'ConfigMap', data: { a: '1', b: '2' } });
    const object = bytes(`46 6f626a656374 ${DOCUMENT}`);
    expect(answer.body.includes(object)).toBe(true);
  });

  it('errors are a Status in CBOR where that was asked for', async () => {
    const missing = await get(`${CM}/none`);
    expect([missing.code, missing.type]).toEqual([404, CBOR]);
    expect(read(missing)).toMatchObject({ kind: 'Status', reason: 'NotFound', details: { name: 'none' } });
    expect((await get(`${CM}/none`, `${JSON_TYPE},${CBOR}`)).type).toBe(JSON_TYPE);
    // Discovery has no CBOR form.
    const discovery = await get('/apis/apps');
    expect([discovery.code, discovery.type]).toEqual([406, JSON_TYPE]);
  });

  it.each([
    ['repeated keys', 'a2 6161 01 4161 02', 'unable to determine group/version/kind: cbor: found duplicate map key "a" at map element index 1 (a2616101416102)'],
    ['a truncated body', 'a1', 'unable to determine group/version/kind: unexpected EOF (a1)'],
    ['no body', '', 'unable to determine group/version/kind: EOF (<empty>)'],
    ['JSON', '7b7d', 'unable to determine group/version/kind: unexpected EOF ({})'],
    ['a list', '80', 'unable to determine group/version/kind: cbor: cannot unmarshal array into Go value of type v1.TypeMeta (cannot decode CBOR array to struct without toarray option) (80)'],
    ['a number', '20', 'unable to determine group/version/kind: cbor: cannot unmarshal negative integer into Go value of type v1.TypeMeta (20)'],
  ])('refuses %s', async (_name, hex, why) => {
    const answer = await call('POST', CM, both, bytes(hex));
    expect([answer.code, read(answer)['message']]).toEqual([
      400,
      `the object provided is unrecognized (must be of type ConfigMap): ${why}`,
    ]);
  }); // prettier-ignore

  it('names CBOR among the media types', async () => {
    const types = 'application/json, application/yaml, application/vnd.kubernetes.protobuf, application/cbor';
    const body = await call('POST', CM, { 'content-type': 'text/html', accept: CBOR }, 'a');
    expect([body.code, read(body)['message']]).toEqual([
      415,
      `the body of the request was in an unknown format - accepted media types include: ${types}`,
    ]);
    const options = await call('DELETE', `${CM}/x`, { 'content-type': 'text/html' }, 'a');
    expect([options.code, read(options)['message']]).toEqual([
      415,
      `the body of the request was in an unknown format - accepted media types include: ${types}`,
    ]);
  });

  it('a large object is written and read', async () => {
    const data = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, `value ${at} `.repeat(20)]));
    const made = await call('POST', CM, both, encodeCbor({ metadata: { name: 'large' }, data }));
    expect([made.code, read(made)['data']]).toEqual([201, data]);
    const configuration = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'large' }, data };
    const applied = await apply('large', configuration, '&force=true');
    expect([applied.code, read(applied)['data']]).toEqual([200, data]);
    const broken = encodeCbor(configuration).subarray(0, -1);
    const path = `${CM}/large?fieldManager=m`;
    const refused = await call('PATCH', path, { accept: CBOR, 'content-type': APPLY }, broken);
    expect([refused.code, read(refused)['message']]).toEqual([400, 'error decoding YAML: unexpected EOF']);
    const replaced = await call('PUT', `${CM}/large`, both, broken);
    expect([replaced.code, String(read(replaced)['message'])]).toEqual([
      400,
      expect.stringContaining('unexpected EOF'),
    ]);
  });

  it('reviews have CBOR, too', async () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const body = encodeCbor({ spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } });
    const answer = await call('POST', path, both, body);
    expect([answer.code, read(answer)['status']]).toMatchObject([201, { allowed: true }]);
  });
});

describe('CBOR without the feature gate', () => {
  let server: { plane: TestControlPlane; agent: Agent };
  beforeAll(async () => (server = await begin([])));
  afterAll(async () => {
    await server?.agent.close();
    await server?.plane.stop();
  });

  it('is neither accepted nor acceptable', async () => {
    const types = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
    const body = await send(server, 'POST', CM, { 'content-type': CBOR }, encodeCbor({}));
    expect([body.code, read(body)['message']]).toEqual([
      415,
      `the body of the request was in an unknown format - accepted media types include: ${types}`,
    ]);
    const answer = await send(server, 'GET', `${CM}/x`, { accept: CBOR });
    expect([answer.code, answer.type]).toEqual([406, JSON_TYPE]);
    expect(read(answer)['message']).toBe(`406: Not Acceptable\n\nAvailable representations: ${types}`);
    const apply = await send(server, 'PATCH', `${CM}/x?fieldManager=m`, { 'content-type': APPLY }, encodeCbor({}));
    expect(apply.code).toBe(415);
  });
});

/** The documents of a sequence: each is the shortest beginning of the rest that can be read. */
function documents(sequence: Buffer): Buffer[] {
  const begin = bytes(DOCUMENT);
  const found: Buffer[] = [];
  for (let start = 0; start < sequence.length;) {
    let end = start;
    do end = sequence.indexOf(begin, end + 1);
    while (end >= 0 && !isWhole(sequence.subarray(start, end)));
    found.push(sequence.subarray(start, end < 0 ? undefined : end));
    start = end < 0 ? sequence.length : end;
  }
  return found;
}

function isWhole(document: Buffer): boolean {
  try {
    decodeCbor(document);
    return true;
  } catch {
    return false;
  }
}
