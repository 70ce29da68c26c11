import { request as httpsRequest } from 'node:https';
import { readFile } from 'node:fs/promises';
import { startControlPlane, type TestControlPlane } from '@orch/testing';
import { Agent, request } from 'undici';
import { loadClientConfiguration } from '@orch/client';
import { VOCABULARY_NAMES } from '@orch/vocabulary';

interface StatusBody {
  kind: string;
  apiVersion: string;
  status: string;
  reason?: string;
  message: string;
  code: number;
  details?: { causes?: { reason?: string; field?: string; message?: string }[]; kind?: string; name?: string };
}
interface Answer {
  code: number;
  body: StatusBody;
  headers: Record<string, string | string[] | undefined>;
}

const CM = '/api/v1/namespaces/default/configmaps';

describe.each(VOCABULARY_NAMES)('bad input in the %s vocabulary', (vocabulary) => {
  let plane: TestControlPlane;
  let agent: Agent;

  beforeAll(async () => {
    plane = await startControlPlane({ command: 'apiserver', vocabulary });
    const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
    agent = new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
  });
  afterAll(async () => {
    await agent?.close();
    await plane?.stop();
  });

  const send = async (
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await request(plane.url + path, {
      method: method as 'GET',
      dispatcher: agent,
      ...(body === undefined ? {} : { body }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    const text = await answer.body.text();
    return { code: answer.statusCode, body: JSON.parse(text) as StatusBody, headers: answer.headers };
  };
  const post = (body: unknown, headers?: Record<string, string>) =>
    send('POST', CM, typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body), headers);

  const nested = (depth: number) => `{"metadata":{"name":"x"},"data":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  const refusals: {
    id: string;
    name: string;
    run: () => Promise<Answer>;
    code: number;
    reason: string;
    message?: string;
  }[] = [
    { id: 'C-087 D-209', name: 'broken JSON', run: () => post('{'), code: 400, reason: 'BadRequest' },
    { id: 'C-087', name: 'an empty body', run: () => post(''), code: 400, reason: 'BadRequest' },
    {
      id: 'C-089',
      name: 'a wrong type',
      run: () => post({ metadata: { name: 'x' }, data: { a: 1 } }),
      code: 400,
      reason: 'BadRequest',
      message: 'cannot unmarshal number',
    },
    {
      id: 'C-088',
      name: 'another kind than the path',
      run: () => post({ kind: 'Secret', metadata: { name: 'x' } }),
      code: 400,
      reason: 'BadRequest',
    },
    {
      id: 'A-031',
      name: 'a list instead of an object',
      run: () => post({ kind: 'ConfigMapList', apiVersion: 'v1', items: [] }),
      code: 400,
      reason: 'BadRequest',
    },
    {
      id: 'C-028 D-206',
      name: 'an unknown resource',
      run: () => send('GET', '/api/v1/foos'),
      code: 404,
      reason: 'NotFound',
    },
    {
      id: 'A-008',
      name: 'a singular name',
      run: () => send('GET', '/api/v1/configmap'),
      code: 404,
      reason: 'NotFound',
    },
    {
      id: 'C-094 D-217',
      name: 'a body of 4 MiB',
      run: () => post(Buffer.alloc(4 * 1024 * 1024, 0x20)),
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: '3145728',
    },
    { id: 'C-087', name: '10,000 levels of nesting', run: () => post(nested(10_000)), code: 400, reason: 'BadRequest' },
    {
      id: 'A-247',
      name: 'bad UTF-8',
      run: () => post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      code: 400,
      reason: 'BadRequest',
    },
    {
      id: 'C-087',
      name: 'YAML keys in keys (601 bytes)',
      run: () => post(`${'? '.repeat(300)}a`, { 'content-type': 'application/yaml' }),
      code: 400,
      reason: 'BadRequest',
      message: 'a key is a mapping or a list',
    },
    {
      id: 'C-087',
      name: 'YAML of 2 MB of quotes, which the decoding thread refuses',
      run: () => post(`a: ${'"'.repeat(2_000_000)}`, { 'content-type': 'application/yaml' }),
      code: 400,
      reason: 'BadRequest',
      message: 'more than 320000 marks, texts, comments and line breaks: send it as JSON',
    },
    {
      id: 'C-281',
      name: 'a malformed label selector',
      run: () => send('GET', `${CM}?labelSelector=${encodeURIComponent('a in')}`),
      code: 400,
      reason: 'BadRequest',
      message: 'unable to parse requirement',
    },
    {
      id: 'C-286',
      name: 'an unknown field in a selector',
      run: () => send('GET', `${CM}?fieldSelector=data.a%3D1`),
      code: 400,
      reason: 'BadRequest',
      message: '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    },
    {
      id: 'C-085 D-212',
      name: 'a wrong content type',
      run: () => post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      code: 415,
      reason: 'UnsupportedMediaType',
      message: 'application/json',
    },
    {
      id: 'C-256',
      name: 'a wrong patch type',
      run: () => send('PATCH', `${CM}/x`, '{}', { 'content-type': 'application/json' }),
      code: 415,
      reason: 'UnsupportedMediaType',
    },
    {
      id: 'A-097 C-083',
      name: 'an Accept that no encoder supports',
      run: () => send('GET', CM, undefined, { accept: 'image/png' }),
      code: 406,
      reason: 'NotAcceptable',
      message: 'application/json',
    },
    {
      id: 'C-274 D-211',
      name: 'a method the path does not have',
      run: () => send('POST', `${CM}/x`, '{}'),
      code: 405,
      reason: 'MethodNotAllowed',
    },
    {
      id: 'C-027',
      name: 'a create across all namespaces',
      run: () => send('POST', '/api/v1/configmaps', '{}'),
      code: 405,
      reason: 'MethodNotAllowed',
    },
    {
      id: 'C-041',
      name: 'a malformed resourceVersion',
      run: () => send('GET', `${CM}?watch=true&resourceVersion=abc`),
      code: 400,
      reason: 'BadRequest',
    },
    {
      id: 'C-056',
      name: 'a limit that is not a number',
      run: () => send('GET', `${CM}?limit=abc`),
      code: 400,
      reason: 'BadRequest',
    },
    {
      id: 'C-055',
      name: 'a malformed continue token',
      run: () => send('GET', `${CM}?limit=1&continue=garbage`),
      code: 400,
      reason: 'BadRequest',
      message: 'continue key is not valid',
    },
    {
      id: 'C-125 D-210',
      name: 'a match without a version',
      run: () => send('GET', `${CM}?resourceVersionMatch=Exact`),
      code: 422,
      reason: 'Invalid',
    },
    {
      id: 'C-103',
      name: 'an unknown dryRun',
      run: () => send('POST', `${CM}?dryRun=Foo`, '{}'),
      code: 422,
      reason: 'Invalid',
    },
    {
      id: 'C-260',
      name: 'an unknown fieldValidation',
      run: () => send('POST', `${CM}?fieldValidation=Foo`, '{}'),
      code: 422,
      reason: 'Invalid',
    },
    {
      id: 'C-261 D-215',
      name: 'an unknown field under Strict',
      run: () => send('POST', `${CM}?fieldValidation=Strict`, '{"metadata":{"name":"x"},"foo":1}'),
      code: 400,
      reason: 'BadRequest',
      message: 'unknown field "foo"',
    },
    {
      id: 'C-013 C-271',
      name: 'a name that is not a DNS name',
      run: () => post({ metadata: { name: 'A_b' } }),
      code: 422,
      reason: 'Invalid',
      message: 'metadata.name',
    },
    {
      id: 'C-016',
      name: 'no name at all',
      run: () => post({ metadata: {} }),
      code: 422,
      reason: 'Invalid',
      message: 'name or generateName is required',
    },
    {
      id: 'C-024',
      name: 'a namespace that is not there',
      run: () => send('POST', '/api/v1/namespaces/none/configmaps', '{"metadata":{"name":"x"}}'),
      code: 404,
      reason: 'NotFound',
      message: 'namespaces "none" not found',
    },
    {
      id: 'C-025',
      name: 'another namespace than the path',
      run: () => post({ metadata: { name: 'x', namespace: 'other' } }),
      code: 400,
      reason: 'BadRequest',
    },
    {
      id: 'C-248 C-266',
      name: 'a delete of nothing',
      run: () => send('DELETE', `${CM}/none`),
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "none" not found',
    },
    {
      id: 'C-228',
      name: 'a malformed delete',
      run: () => send('DELETE', `${CM}/none`, '{'),
      code: 400,
      reason: 'BadRequest',
    },
    {
      id: 'C-225',
      name: 'an unknown propagation policy',
      run: () => send('DELETE', `${CM}/none?propagationPolicy=Foo`),
      code: 422,
      reason: 'Invalid',
    },
    {
      id: 'B-305 B-116 D-214',
      name: 'a bad token',
      run: () => anonymous({ authorization: 'Bearer bad' }),
      code: 401,
      reason: 'Unauthorized',
    },
    {
      id: 'B-117 C-273',
      name: 'an unauthenticated user',
      run: () => anonymous({}),
      code: 403,
      reason: 'Forbidden',
      message: 'User "system:anonymous" cannot list resource "configmaps" in API group "" in the namespace "default"',
    },
  ];

  const anonymous = async (headers: Record<string, string>): Promise<Answer> => {
    const open = new Agent({ connect: { ca: await readFile(`${plane.dataDir}/pki/ca.crt`) } });
    const answer = await request(plane.url + CM, { dispatcher: open, headers });
    const body = (await answer.body.json()) as StatusBody;
    await open.close();
    return { code: answer.statusCode, body, headers: answer.headers };
  };

  for (const c of refusals) {
    it(`${c.id} refuses ${c.name} with ${c.code} ${c.reason}`, async () => {
      const { code, body } = await c.run();
      expect(body).toMatchObject({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: c.reason,
        code: c.code,
      });
      expect(code).toBe(c.code);
      if (c.message) expect(body.message).toContain(c.message);
    });
  }

  it('C-258 D-218 refuses a JSON patch of more than 10,000 operations', async () => {
    await post({ metadata: { name: 'patched' } });
    const patch = (length: number) =>
      send(
        'PATCH',
        `${CM}/patched`,
        JSON.stringify(Array.from({ length }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' }))),
        { 'content-type': 'application/json-patch+json' },
      );
    expect(await patch(10_001)).toMatchObject({ code: 413, body: { reason: 'RequestEntityTooLarge' } });
    expect((await patch(10_000)).code).toBe(200);
  });

  it('C-262 warns of an unknown field and drops it', async () => {
    const answer = await post({ metadata: { name: 'warned' }, foo: 1 });
    expect(answer.code).toBe(201);
    expect(answer.headers['warning']).toBe('299 - "unknown field \\"foo\\""');
    expect(answer.body).not.toHaveProperty('foo');
  });

  it('A-023 answers an unknown method and goes on', async () => {
    const code = await new Promise<number>((resolve, reject) => {
      const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
      httpsRequest(
        plane.url + CM,
        { method: 'TRACE', ca: tls.ca, cert: tls.cert, key: tls.key } as object,
        (response) => {
          response.resume();
          resolve(response.statusCode!);
        },
      )
        .once('error', reject)
        .end();
    });
    expect([405, 501]).toContain(code);
    expect((await send('GET', CM)).code).toBe(200);
  });
});
