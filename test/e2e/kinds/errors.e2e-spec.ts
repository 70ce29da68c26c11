import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, query, ResourceServer, type Answer } from '../../support/resource-fixtures.js';

// "Errors (Status body)" and "18. Errors". Left: B-310, B-322 to B-324, D-201, D-202 (webhooks), B-316, B-321 (rows/),
// B-308 (webhook tokens), B-325, D-203 (server-side apply), B-327 (OpenID Connect), B-328, B-329 (deprecated flags, gates), B-312 to B-314: limits.
describe.each(VOCABULARY_NAMES)('errors in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;
  let beyond: Promise<Answer[]>;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--max-request-body-bytes=4096'] });
    maps = server.paths.configMaps;
    await server.create(maps, { metadata: { name: 'x' } });
    const { resourceVersion } = (await server.get(maps)).body.metadata;
    const future = Number(resourceVersion) + 1_000_000;
    // The server waits for such a version; the tests in between do not wait with it.
    beyond = Promise.all([
      server.get(`${maps}?resourceVersion=${future}`),
      server.get(`${maps}/x?resourceVersion=${future}`),
      server.get(`${maps}?limit=1&resourceVersion=${future}&resourceVersionMatch=NotOlderThan`),
    ]);
  });
  afterAll(() => server?.stop());

  interface Case {
    readonly ids: string;
    readonly code: number;
    readonly reason: string;
    readonly call: () => Promise<Answer>;
  }
  const lease = { metadata: { name: 'l' }, spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } };
  const cases: Case[] = [
    { ids: 'C-268 D-209', code: 400, reason: 'BadRequest', call: () => server.post(maps, '{') },
    { ids: 'D-209', code: 400, reason: 'BadRequest', call: () => server.get(`${maps}?limit=x`) },
    {
      ids: 'C-268 D-214 B-305',
      code: 401,
      reason: 'Unauthorized',
      call: () => server.get(maps, { as: { token: 'bad' } }),
    },
    { ids: 'C-268 C-276', code: 403, reason: 'Forbidden', call: () => server.get(`${maps}/none`, { as: 'anonymous' }) },
    { ids: 'C-268 C-266', code: 404, reason: 'NotFound', call: () => server.get(`${maps}/none`) },
    { ids: 'C-268', code: 404, reason: 'NotFound', call: () => server.get('/apis/apps/v1/foos') },
    { ids: 'C-268 C-274 D-211', code: 405, reason: 'MethodNotAllowed', call: () => server.put(maps, {}) },
    {
      ids: 'C-268 B-311',
      code: 406,
      reason: 'NotAcceptable',
      call: () => server.get(maps, { headers: { accept: 'text/csv' } }),
    },
    {
      ids: 'C-269 D-207',
      code: 409,
      reason: 'AlreadyExists',
      call: () => server.post(maps, { metadata: { name: 'x' } }),
    },
    {
      ids: 'C-269 D-207',
      code: 409,
      reason: 'Conflict',
      call: () => server.put(`${maps}/x`, { metadata: { name: 'x', resourceVersion: '1' } }),
    },
    {
      ids: 'C-269 D-213',
      code: 413,
      reason: 'RequestEntityTooLarge',
      call: () => server.post(maps, Buffer.alloc(4_097, 0x20)),
    },
    {
      ids: 'C-269 D-212',
      code: 415,
      reason: 'UnsupportedMediaType',
      call: () => server.post(maps, 'a', { headers: { 'content-type': 'text/plain' } }),
    },
    { ids: 'C-270 D-208', code: 422, reason: 'Invalid', call: () => server.post(server.paths.leases, lease) },
    {
      ids: 'D-210',
      code: 422,
      reason: 'Invalid',
      call: () => server.get(`${maps}?resourceVersionMatch=NotOlderThan`),
    },
  ];
  it.each(cases)('$ids D-204 $code is $reason, in a Status of the same code', async ({ call, code, reason }) => {
    const answer = await call();
    expect(answer).toMatchObject({
      code,
      body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, code },
    });
    expect(answer.body.message).toMatch(/./);
    expect(answer.headers['content-type']).toBe('application/json');
    const { status, reason: _reason, message: _message, details: _details, ...rest } = answer.body;
    expect([Object.keys(rest), status]).toEqual([['kind', 'apiVersion', 'metadata', 'code'], 'Failure']);
  });

  it('C-267 D-205 details name the resource of the core group, or resource and group', async () => {
    expect((await server.get(`${maps}/none`)).body.details).toEqual({ name: 'none', kind: 'configmaps' });
    const group = server.vocabulary.groups.coordination;
    expect((await server.get(`${server.paths.leases}/none`)).body.details).toEqual({
      name: 'none',
      group,
      kind: 'leases',
    });
    const exists = await server.post(maps, { metadata: { name: 'x' } });
    expect(exists.body.details).toEqual({ name: 'x', kind: 'configmaps' });
    const forbidden = await server.get(`${server.paths.leases}/l`, { as: 'anonymous' });
    expect(forbidden.body.details).toMatchObject({ name: 'l', group, kind: 'leases' });
  });

  it('C-267 C-271 C-272 D-205 D-208 a 422 names the Kind, and all its causes together', async () => {
    const answer = await server.post(server.paths.leases, lease);
    const group = server.vocabulary.groups.coordination;
    expect(answer.body.details).toMatchObject({ name: 'l', group, kind: 'Lease' });
    expect(causes(answer)).toEqual([
      'spec.leaseDurationSeconds FieldValueInvalid',
      'spec.leaseTransitions FieldValueInvalid',
    ]);
    expect(answer.body.message).toMatch(
      /^Lease\.\S+ "l" is invalid: \[spec\.leaseDurationSeconds: Invalid value: 0: .*, spec\.leaseTransitions: Invalid value: -1: .*\]$/,
    );
    const single = await server.post(maps, { metadata: { name: 'A_b' } });
    expect(single.body.message).toMatch(/^ConfigMap "A_b" is invalid: metadata\.name: Invalid value: "A_b": /);
  });

  it('B-309 answers 403 to an authenticated user without permission', async () => {
    const { code, body } = await server.get('/api/v1/nodes', { headers: { 'impersonate-user': 'jane' } });
    expect([code, body]).toMatchObject([
      403,
      {
        reason: 'Forbidden',
        message: 'nodes is forbidden: User "jane" cannot list resource "nodes" in API group "" at the cluster scope',
      },
    ]);
  });

  it('D-208 causes have the reason of each problem, and its text', async () => {
    const { storage } = server.vocabulary.groups;
    const invalid = async (path: string, body: object) => {
      const { code, body: status } = await server.post(path, body);
      const problems = status.details.causes!.map(({ field, reason, message }) => `${field} ${reason} ${message}`);
      return [code, status.reason, status.message.split(' is invalid: ')[0], problems];
    };
    const named = (name: string, spec: object) => ({ metadata: { name }, spec });
    const pod = (spec: object) => named('p', { containers: [{ name: 'c', image: 'i' }], ...spec });
    expect(await invalid(server.paths.pods, pod({ containers: [{ image: 'i' }] }))).toEqual([
      ...[422, 'Invalid', 'Pod "p"'],
      ['spec.containers[0].name FieldValueRequired Required value'],
    ]);
    expect(await invalid(server.paths.pods, pod({ dnsPolicy: 'Odd' }))).toEqual([
      ...[422, 'Invalid', 'Pod "p"'],
      [expect.stringMatching(/^spec\.dnsPolicy FieldValueNotSupported Unsupported value: "Odd": supported values: /)],
    ]);
    const twice = { name: 'c', image: 'i' };
    expect(await invalid(server.paths.pods, pod({ containers: [twice, twice] }))).toEqual([
      ...[422, 'Invalid', 'Pod "p"'],
      ['spec.containers[1].name FieldValueDuplicate Duplicate value: "c"'],
    ]);
    expect(await invalid(maps, { metadata: { name: 'long' }, data: { a: 'x'.repeat(10), ['k'.repeat(254)]: '' } })).toEqual([
      ...[422, 'Invalid', 'ConfigMap "long"'],
      [expect.stringContaining('FieldValueInvalid Invalid value: ')],
    ]);
    expect(await invalid(`/apis/${storage}/v1/csinodes`, { metadata: { name: 'n' }, spec: { drivers: [{ name: 'x'.repeat(64), nodeID: 'n' }] } })).toEqual([
      ...[422, 'Invalid', `CSINode.${storage} "n"`],
      [expect.stringMatching(/^spec\.drivers\[0\]\.name FieldValueTooLong Too long: /)],
    ]);
    expect(await invalid(`/apis/${server.vocabulary.groups.scheduling}/v1/priorityclasses`, { metadata: { name: 'high' }, value: 1_000_000_001 })).toEqual([
      ...[422, 'Invalid', `PriorityClass.${server.vocabulary.groups.scheduling} "high"`],
      [expect.stringMatching(/^value FieldValueForbidden Forbidden: /)],
    ]);
  }); // prettier-ignore

  it('D-210 the cause of an invalid resourceVersionMatch names it', async () => {
    const { resourceVersion } = (await server.get(maps)).body.metadata;
    const combinations: Record<string, string>[] = [
      { resourceVersionMatch: 'NotOlderThan' },
      { resourceVersionMatch: 'Exact' },
      { resourceVersionMatch: 'Exact', resourceVersion: '0' },
      { resourceVersionMatch: 'Odd', resourceVersion },
      { resourceVersionMatch: 'Exact', resourceVersion, watch: 'true' },
    ];
    for (const parameters of combinations) {
      const { code, body } = await server.get(maps + query(parameters));
      expect([parameters, code, body.reason, body.details?.causes?.[0]?.field]).toEqual([
        ...[parameters, 422, 'Invalid', 'resourceVersionMatch'],
      ]);
    }
  }); // prettier-ignore

  it('C-273 B-309 a 403 says who may not do what, where', async () => {
    const message = async (path: string) => (await server.get(path, { as: 'anonymous' })).body.message;
    const group = server.vocabulary.groups.storage;
    expect(await message(`${maps}/x`)).toBe(
      'configmaps "x" is forbidden: User "system:anonymous" cannot get resource "configmaps" in API group "" in the namespace "t1"',
    );
    expect(await message(server.paths.drivers)).toBe(
      `csidrivers.${group} is forbidden: User "system:anonymous" cannot list resource "csidrivers" in API group "${group}" at the cluster scope`,
    );
    expect(await message('/api/v1/nodes')).toBe(
      'nodes is forbidden: User "system:anonymous" cannot list resource "nodes" in API group "" at the cluster scope',
    );
  });

  it('D-206 a 404 names the resource with its group, and the object; that of a path without a resource says so', async () => {
    const found = async (path: string) => {
      const { code, text, body } = await server.get(path);
      return [code, body === undefined ? text.trim() : [body.kind, body.reason, body.message]];
    };
    const { coordination } = server.vocabulary.groups;
    const status = (message: string) => [404, ['Status', 'NotFound', message]];
    expect(await found(`${maps}/none`)).toEqual(status('configmaps "none" not found'));
    expect(await found(`${server.paths.leases}/none`)).toEqual(status(`leases.${coordination} "none" not found`));
    for (const path of ['/api/v1/foos', `${maps.replace(/\w+$/, 'foos')}/x`])
      expect(await found(path)).toEqual(status('the server could not find the requested resource'));
    for (const path of ['/nowhere', '/apis/none.example.com/v1/foos'])
      expect(await found(path)).toEqual([404, '404 page not found']);
  });

  it('D-209 a 400 of a name or namespace unlike that of the path writes nothing', async () => {
    const bad = (message: string) => ({ code: 400, body: { reason: 'BadRequest', message: expect.stringContaining(message) } });
    const named = (metadata: object) => ({ metadata: { name: 'x', ...metadata }, data: { a: '1' } });
    const namespace = 'the namespace of the provided object does not match the namespace sent on the request';
    expect(await server.put(`${maps}/x`, named({ name: 'y' }))).toMatchObject(bad('the name of the object (y) does not match the name on the URL (x)'));
    expect(await server.put(`${maps}/x`, named({ namespace: 'default' }))).toMatchObject(bad(namespace));
    expect(await server.post(maps, named({ name: 'z', namespace: 'default' }))).toMatchObject(bad(namespace));
    expect((await server.get(`${maps}/x`)).body.data).toBeUndefined();
    for (const path of [`${maps}/z`, '/api/v1/namespaces/default/configmaps/z']) expect((await server.get(path)).code).toBe(404);
  }); // prettier-ignore

  it('C-276 who may not, learns nothing: neither of the body nor of what is there', async () => {
    const as = 'anonymous' as const;
    const there = await server.get(`${maps}/x`, { as });
    const absent = await server.get(`${maps}/y`, { as });
    expect(there.text.replaceAll('"x', '"y')).toBe(absent.text.replaceAll('"x', '"y'));
    expect((await server.post(maps, '{', { as })).code).toBe(403);
  });

  it('B-304 refuses continue with a version', async () => {
    await server.create(maps, { metadata: { name: 'second' } });
    const token = (await server.get(`${maps}?limit=1`)).body.metadata.continue!;
    const answer = await server.get(maps + query({ limit: '1', continue: token, resourceVersion: '5' }));
    expect(answer).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
  });

  it('B-318 B-319 B-320 D-200 C-270 C-275 D-213 answers 504 to a version that does not come', async () => {
    for (const answer of await beyond) {
      expect(answer).toMatchObject({
        code: 504,
        body: { reason: 'Timeout', details: { retryAfterSeconds: 1 } },
      });
      expect(answer.body.details.causes![0]).toMatchObject({ reason: 'ResourceVersionTooLarge' });
      expect(answer.body.message).toContain('Too large resource version');
      expect(answer.headers['retry-after']).toBe('1');
    }
  });
});
