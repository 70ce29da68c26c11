import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinKinds } from '@orch/api';
import type { Agent } from 'undici';
import { TestServer, type Answer } from '@orch/server-testing';
import { virtualKeys } from './virtual-resources.js';

type Body = Record<string, unknown>;
const AUTHORIZATION = '/apis/authorization.orch.io/v1';
const AUTHENTICATION = '/apis/authentication.orch.io/v1';
const attributes = { verb: 'get', resource: 'pods' };

describe('virtual resources', () => {
  let directory: string;
  let server: TestServer;
  let admin: Agent;
  const start = (options: Parameters<typeof TestServer.start>[0] = {}) =>
    TestServer.start({ tokenAuthFile: join(directory, 'tokens.csv'), ...options });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    server.call(path, {
      method: 'POST',
      body,
      agent: admin,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const status = ({ json }: Answer): Body => json['status'] as Body;
  const causes = ({ json }: Answer): string[] =>
    ((json['details'] as { causes?: { field: string; reason: string }[] } | undefined)?.causes ?? []).map(
      ({ field, reason }) => `${field} ${reason}`,
    );

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-virtual-'));
    await writeFile(join(directory, 'tokens.csv'), 'jane-token,jane,7,"dev,ops"\n');
    server = await start();
    admin = await server.admin();
  });
  afterAll(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  it('the table and the declared kinds match in both directions', () => {
    const declared = builtinKinds.flatMap(({ group, resource, verbs, actions }) => [
      ...(verbs ? [`${group}/${resource}`] : []),
      ...Object.keys(actions ?? {}).map((action) => `${group}/${resource}/${action}`),
    ]);
    expect([...new Set(declared)].sort()).toEqual([...virtualKeys].sort());
  });

  it('rejects a review of more than 20,000 fields', async () => {
    const annotations = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`a${n}`, '']));
    const review = { metadata: { annotations }, spec: { resourceAttributes: attributes } };
    const { code, json } = await post(`${AUTHORIZATION}/selfsubjectaccessreviews`, review);
    expect([code, json['message']]).toEqual([400, expect.stringMatching(/too many fields: at most 20000/)]);
  });

  it.each([
    [`${AUTHORIZATION}/subjectaccessreviews`, { spec: { user: 'u', resourceAttributes: attributes } }],
    [`${AUTHORIZATION}/selfsubjectaccessreviews`, { spec: { resourceAttributes: attributes } }],
    [`${AUTHORIZATION}/selfsubjectrulesreviews`, { spec: { namespace: 'default' } }],
    [`${AUTHENTICATION}/tokenreviews`, { spec: { token: 'x' } }],
    [`${AUTHENTICATION}/selfsubjectreviews`, {}],
  ])('%s supports the representation as PartialObjectMetadata, but not as a Table', async (path, body) => {
    const accept = (as: string) => ({ accept: `application/json;as=${as};v=v1;g=meta.orch.io` });
    const partial = await post(path, body, accept('PartialObjectMetadata'));
    expect([partial.code, partial.json]).toMatchObject([201, { kind: 'PartialObjectMetadata', metadata: {} }]);
    expect(partial.json).not.toHaveProperty('status');
    const table = await post(path, body, accept('Table'));
    expect([table.code, table.json.reason]).toEqual([406, 'NotAcceptable']);
  });

  it('a binding answers with its Status also when metadata is requested, but not with a Table', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const bound = { target: { kind: 'Node', name: 'n1' } };
    const accept = (as: string) => ({ accept: `application/json;as=${as};v=v1;g=meta.orch.io` });
    await post(pods, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } });
    for (const path of [`${pods}/p/binding`, '/api/v1/namespaces/default/bindings']) {
      const table = await post(path, { metadata: { name: 'p' }, ...bound }, accept('Table'));
      expect([table.code, table.json['reason']]).toEqual([406, 'NotAcceptable']);
    }
    const partial = await post(`${pods}/p/binding`, bound, accept('PartialObjectMetadata'));
    expect([partial.code, partial.json]).toMatchObject([201, { kind: 'Status', status: 'Success' }]);
  });

  it('C-173 a binding may be for one version of the pod', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    const made = await post(pods, { metadata: { name: 'versioned' }, spec });
    const { resourceVersion, uid } = made.json['metadata'] as { resourceVersion: string; uid: string };
    const bind = (metadata: object) => post(`${pods}/versioned/binding`, { metadata, target: { name: 'n' } });
    for (const [metadata, fault] of [
      [
        { resourceVersion: '1' },
        `ResourceVersion in precondition: 1, ResourceVersion in object meta: ${resourceVersion}`,
      ],
      [{ uid: 'other' }, `UID in precondition: other, UID in object meta: ${uid}`],
    ] as const) {
      const answer = await bind(metadata);
      expect([answer.code, answer.json['message']]).toEqual([
        409,
        expect.stringContaining(`Precondition failed: ${fault}`),
      ]);
    }
    expect((await bind({ resourceVersion, uid })).code).toBe(201);
  });

  it('a review has no path of its own', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const body = method === 'GET' ? {} : { body: {} };
      const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
      const { code } = await server.call(`${AUTHORIZATION}/subjectaccessreviews/x`, {
        method,
        agent: admin,
        headers,
        ...body,
      });
      expect([method, code]).toEqual([method, 404]);
    }
  });

  it('selectors of a review that cannot be parsed are ignored, and it says so', async () => {
    const answer = await post(`${AUTHORIZATION}/subjectaccessreviews`, {
      spec: {
        user: 'u',
        resourceAttributes: {
          ...attributes,
          fieldSelector: { rawSelector: '===' },
          labelSelector: { rawSelector: 'a in' },
        },
      },
    });
    const ignored = ['fieldSelector', 'labelSelector'].map(
      (name) => `spec.resourceAttributes.${name} ignored due to parse error`,
    );
    expect(status(answer)).toEqual({ allowed: false, evaluationError: ignored.join('; ') });
  });

  it('a token is for a named object', async () => {
    await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'bound' } });
    const spec = { boundObjectRef: { kind: 'Secret', apiVersion: 'v1' } };
    const { code, json } = await post('/api/v1/namespaces/default/serviceaccounts/bound/token', { spec });
    expect([code, json['message']]).toEqual([400, 'Name parameter required.']);
  });

  it('the sender owns the fields of a review', async () => {
    const { json } = await post(`${AUTHORIZATION}/subjectaccessreviews`, {
      spec: { user: 'u', nonResourceAttributes: { path: '/x' } },
    });
    expect(json['metadata']).toMatchObject({
      managedFields: [
        {
          operation: 'Update',
          fieldsV1: { 'f:spec': { 'f:nonResourceAttributes': { '.': {}, 'f:path': {} }, 'f:user': {} } },
        },
      ],
    });
  });

  it('a review of the caller answers with nothing of the request', async () => {
    const metadata = { name: 'x', labels: { a: 'b' } };
    const rules = await post(`${AUTHORIZATION}/selfsubjectrulesreviews`, { metadata, spec: { namespace: 'default' } });
    expect([rules.json['metadata'], rules.json['spec']]).toEqual([{}, {}]);
    const self = await post(`${AUTHENTICATION}/selfsubjectreviews`, { metadata });
    expect(self.json['metadata']).toEqual({ creationTimestamp: expect.any(String) });
  });

  describe('access reviews', () => {
    const review = (spec: object) => post(`${AUTHORIZATION}/subjectaccessreviews`, { spec });

    it('A-013 returns the decision', async () => {
      const answer = await review({ user: 'u', resourceAttributes: attributes });
      expect([answer.code, answer.json['kind'], status(answer)]).toEqual([
        201,
        'SubjectAccessReview',
        { allowed: false },
      ]);
      expect(answer.json['spec']).toEqual({ user: 'u', resourceAttributes: attributes });
    });

    it('A-015 a review without a name is evaluated each time, and one with a name is rejected', async () => {
      const review = { spec: { user: 'u', resourceAttributes: attributes } };
      for (const _ of [1, 2]) expect((await post(`${AUTHORIZATION}/subjectaccessreviews`, review)).code).toBe(201);
      const named = await post(`${AUTHORIZATION}/subjectaccessreviews`, { ...review, metadata: { name: 'x' } });
      expect([named.code, causes(named)]).toEqual([422, ['metadata FieldValueInvalid']]);
    });

    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      it(`A-016 ${method} of the collection is not allowed`, async () => {
        const { code } = await server.call(`${AUTHORIZATION}/subjectaccessreviews`, { method, agent: admin });
        expect(code).toBe(405);
      });
    }

    it('C-006 allowed is present whether it is true or false', async () => {
      const may = await review({ groups: ['system:masters'], resourceAttributes: attributes });
      const mayNot = await review({ groups: ['dev'], resourceAttributes: attributes });
      expect([status(may), status(mayNot)]).toEqual([{ allowed: true }, { allowed: false }]);
    });

    const refused: [name: string, spec: object, causes: string[]][] = [
      [
        'both kinds of attributes',
        { user: 'u', resourceAttributes: attributes, nonResourceAttributes: { path: '/', verb: 'get' } },
        ['spec.nonResourceAttributes FieldValueInvalid'],
      ],
      ['no attributes', { user: 'u' }, ['spec.resourceAttributes FieldValueInvalid']],
      ['no user', { resourceAttributes: attributes }, ['spec.user FieldValueInvalid']],
      [
        'two forms of a selector',
        {
          user: 'u',
          resourceAttributes: {
            ...attributes,
            fieldSelector: { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'Exists' }] },
          },
        },
        ['spec.resourceAttributes.fieldSelector.rawSelector FieldValueInvalid'],
      ],
      [
        'an empty selector',
        { user: 'u', resourceAttributes: { ...attributes, labelSelector: {} } },
        ['spec.resourceAttributes.labelSelector.requirements FieldValueRequired'],
      ],
      [
        'a field without a key and values',
        { user: 'u', resourceAttributes: { ...attributes, fieldSelector: { requirements: [{ operator: 'In' }] } } },
        [
          'spec.resourceAttributes.fieldSelector.requirements[0].key FieldValueRequired',
          'spec.resourceAttributes.fieldSelector.requirements[0].values FieldValueRequired',
        ],
      ],
      [
        'operators that do not fit their values',
        {
          user: 'u',
          resourceAttributes: {
            ...attributes,
            labelSelector: {
              requirements: [
                { key: 'a', operator: 'In' },
                { key: 'b', operator: 'Exists', values: ['x'] },
                { key: 'c', operator: 'Near' },
                { key: 'a b', operator: 'In', values: ['x', 'y z'] },
              ],
            },
          },
        },
        [
          'spec.resourceAttributes.labelSelector.requirements[0].values FieldValueRequired',
          'spec.resourceAttributes.labelSelector.requirements[1].values FieldValueForbidden',
          'spec.resourceAttributes.labelSelector.requirements[3].key FieldValueInvalid',
          'spec.resourceAttributes.labelSelector.requirements[3].values[1] FieldValueInvalid',
        ],
      ],
    ];
    const selectors: [name: string, selectors: object, error: string | undefined][] = [
      [
        'an operator that is not known',
        { labelSelector: { requirements: [{ key: 'a', operator: 'Near' }] } },
        'spec.resourceAttributes.labelSelector ignored due to parse error',
      ],
      [
        'one such operator of two',
        {
          labelSelector: {
            requirements: [
              { key: 'a', operator: 'Near' },
              { key: 'b', operator: 'Exists' },
            ],
          },
        },
        'spec.resourceAttributes.labelSelector partially ignored due to parse error',
      ],
      [
        'the existence of a field',
        { fieldSelector: { requirements: [{ key: 'b', operator: 'Exists' }] } },
        'spec.resourceAttributes.fieldSelector ignored due to parse error',
      ],
      [
        'one value of a field',
        { fieldSelector: { requirements: [{ key: 'b', operator: 'In', values: ['c'] }] } },
        undefined,
      ],
    ];
    for (const [name, added, error] of selectors) {
      it(`says what it ignored of the selectors: ${name}`, async () => {
        const { code, json } = await review({ user: 'u', resourceAttributes: { ...attributes, ...added } });
        expect([code, json['status']]).toEqual([
          201,
          error === undefined
            ? expect.not.objectContaining({ evaluationError: expect.anything() })
            : expect.objectContaining({ evaluationError: error }),
        ]);
      });
    }
    for (const [name, spec, want] of refused) {
      it(`C-005 rejects ${name}`, async () => {
        const answer = await review(spec);
        expect([answer.code, causes(answer)]).toEqual([422, want]);
      });
    }

    it('C-005 one set of attributes and a user or a group are sufficient', async () => {
      expect(
        (await review({ user: 'u', nonResourceAttributes: { path: '/healthz', verb: 'get' } })).json['status'],
      ).toEqual({
        allowed: false,
      });
      expect((await review({ groups: ['g'], resourceAttributes: attributes })).code).toBe(201);
    });

    it('SelfSubjectAccessReview', async () => {
      const self = await post(`${AUTHORIZATION}/selfsubjectaccessreviews`, {
        spec: { resourceAttributes: attributes },
      });
      expect([self.code, status(self)]).toEqual([201, { allowed: true }]);
    });

    it('C-004 all four are served, with create only', async () => {
      const { json } = await server.call(AUTHORIZATION, { agent: admin });
      const resources = json['resources'] as { name: string; namespaced: boolean; verbs: string[] }[];
      expect(resources.map(({ name, namespaced, verbs }) => [name, namespaced, verbs])).toEqual([
        ['localsubjectaccessreviews', true, ['create']],
        ['selfsubjectaccessreviews', false, ['create']],
        ['selfsubjectrulesreviews', false, ['create']],
        ['subjectaccessreviews', false, ['create']],
      ]);
    });

    it('C-004 a local review has to name its own namespace', async () => {
      const path = `${AUTHORIZATION}/namespaces/t1/localsubjectaccessreviews`;
      const review = (namespace: string) => ({ spec: { user: 'u', resourceAttributes: { ...attributes, namespace } } });
      expect((await post(path, review('t1'))).code).toBe(201);
      const other = await post(path, review('t2'));
      expect([other.code, causes(other)]).toEqual([422, ['spec.resourceAttributes.namespace FieldValueInvalid']]);
      expect((await post(path, { ...review('t1'), metadata: { namespace: 't2' } })).code).toBe(400);
      const path2 = { nonResourceAttributes: { path: '/', verb: 'get' }, user: 'u' };
      expect(causes(await post(path, { spec: path2 }))).toEqual(['spec.nonResourceAttributes FieldValueInvalid']);
    });
  });

  describe('rules', () => {
    it('C-007 lists the rules of the calling user', async () => {
      const answer = await post(`${AUTHORIZATION}/selfsubjectrulesreviews`, { spec: { namespace: 'default' } });
      expect(answer.code).toBe(201);
      expect(status(answer)).toMatchObject({
        resourceRules: expect.arrayContaining([{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]),
        nonResourceRules: expect.arrayContaining([{ verbs: ['*'], nonResourceURLs: ['*'] }]),
        incomplete: false,
      });
    });

    it('C-007 requires a namespace', async () =>
      expect((await post(`${AUTHORIZATION}/selfsubjectrulesreviews`, { spec: {} })).code).toBe(400));
  });

  describe('TokenReview and SelfSubjectReview', () => {
    const review = (token: string) => post(`${AUTHENTICATION}/tokenreviews`, { spec: { token } });

    it('D-008 a valid token is authenticated, for the audiences of the server', async () => {
      const answer = await review('jane-token');
      expect([answer.code, status(answer)]).toEqual([
        201,
        {
          authenticated: true,
          user: { username: 'jane', uid: '7', groups: ['dev', 'ops', 'system:authenticated'] },
          audiences: ['https://orch.default.svc.cluster.local'],
        },
      ]);
    });

    it('D-008 an unknown token is unauthenticated, without further details', async () => {
      const answer = await review('no-token');
      expect([answer.code, status(answer)]).toEqual([
        201,
        { authenticated: false, user: {}, error: 'invalid bearer token' },
      ]);
    });

    it('rejects a review without a token', async () => expect((await review('')).code).toBe(400));

    it('an administrator gets its own user info', async () => {
      const answer = await post(`${AUTHENTICATION}/selfsubjectreviews`, {});
      expect(status(answer)).toMatchObject({ userInfo: { groups: expect.arrayContaining(['system:masters']) } });
    });
  });

  describe('component statuses', () => {
    const get = (path: string, headers: Record<string, string> = {}) => server.call(path, { agent: admin, headers });

    it('C-307 support read and list only, with a warning', async () => {
      const list = await get('/api/v1/componentstatuses');
      expect([list.code, list.json['kind']]).toEqual([200, 'ComponentStatusList']);
      expect(list.headers['warning']).toBe('299 - "v1 ComponentStatus is deprecated in v1.19+"');
      const one = await get('/api/v1/componentstatuses/storage');
      expect(one.json).toEqual({
        kind: 'ComponentStatus',
        apiVersion: 'v1',
        metadata: { name: 'storage' },
        conditions: [{ type: 'Healthy', status: 'True', message: 'ok' }],
      });
      expect((await get('/api/v1/componentstatuses/unknown')).code).toBe(404);
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { code } = await server.call('/api/v1/componentstatuses', { method, body: '{}', agent: admin });
        expect(code).toBe(405);
      }
      expect((await get('/api/v1/componentstatuses?watch=1')).code).toBe(405);
    });

    it('C-307 support selectors and tables like all other kinds', async () => {
      const none = await get('/api/v1/componentstatuses?fieldSelector=metadata.name%3Dother');
      expect(none.json['items']).toEqual([]);
      expect((await get('/api/v1/componentstatuses?labelSelector=a%3Db')).json['items']).toEqual([]);
      const table = await get('/api/v1/componentstatuses', {
        accept: 'application/json;as=Table;v=v1;g=meta.orch.io',
      });
      expect((table.json['rows'] as { cells: unknown[] }[]).map(({ cells }) => cells)).toEqual([
        ['storage', 'Healthy', 'ok', ''],
      ]);
    });
  });

  describe('a server that emulates 1.21', () => {
    const BETA = '/apis/authorization.orch.io/v1beta1';
    let older: TestServer;
    let root: Agent;
    const review = (path: string, body: object) =>
      older.call(path, { method: 'POST', body, agent: root, headers: { 'content-type': 'application/json' } });
    beforeAll(async () => {
      older = await start({ emulatedMinor: 21 });
      root = await older.admin();
    });
    afterAll(() => older.close());

    it('B-472 serves the older reviews, and 1.22 does not', async () => {
      const resourceAttributes = { ...attributes, namespace: 't1' };
      for (const [path, spec] of [
        ['subjectaccessreviews', { user: 'u', resourceAttributes }],
        ['namespaces/t1/localsubjectaccessreviews', { user: 'u', resourceAttributes }],
        ['selfsubjectaccessreviews', { resourceAttributes }],
        ['selfsubjectrulesreviews', { namespace: 't1' }],
      ] as const) {
        expect([path, (await review(`${BETA}/${path}`, { spec })).code]).toEqual([path, 201]);
        expect([path, (await post(`${BETA}/${path}`, { spec })).code]).toEqual([path, 404]);
      }
    });

    it('B-473 serves the stable ones too', async () => {
      const answer = await review(`${AUTHORIZATION}/subjectaccessreviews`, {
        spec: { user: 'u', resourceAttributes: attributes },
      });
      expect([answer.code, answer.headers['warning']]).toEqual([201, undefined]);
    });

    it('B-474 spec.group of the older version is spec.groups of the stable one', async () => {
      const spec = { resourceAttributes: attributes };
      const was = await review(`${BETA}/subjectaccessreviews`, { spec: { ...spec, group: ['system:masters'] } });
      const is = await review(`${AUTHORIZATION}/subjectaccessreviews`, {
        spec: { ...spec, groups: ['system:masters'] },
      });
      expect([status(was), status(is)]).toEqual([{ allowed: true }, { allowed: true }]);
      expect(was.json).toMatchObject({
        apiVersion: 'authorization.orch.io/v1beta1',
        spec: { group: ['system:masters'] },
      });
      expect(was.headers['warning']).toBe(
        '299 - "authorization.orch.io/v1beta1 SubjectAccessReview is deprecated in v1.19+, unavailable in v1.22+; ' +
          'use authorization.orch.io/v1 SubjectAccessReview"',
      );
    });

    it('B-470 serves the older TokenReview, and 1.22 does not', async () => {
      const path = '/apis/authentication.orch.io/v1beta1/tokenreviews';
      expect((await review(path, { spec: { token: 'jane-token' } })).code).toBe(201);
      expect((await post(path, { spec: { token: 'jane-token' } })).code).toBe(404);
    });

    it('B-471 both versions of a TokenReview have the same status', async () => {
      const answers = await Promise.all(
        ['v1', 'v1beta1'].map((version) =>
          review(`/apis/authentication.orch.io/${version}/tokenreviews`, { spec: { token: 'jane-token' } }),
        ),
      );
      expect(status(answers[0]!)).toMatchObject({ authenticated: true });
      expect(status(answers[1]!)).toEqual(status(answers[0]!));
    });

    const capacities = (version: string) => `/apis/storage.orch.io/${version}/namespaces/default/csistoragecapacities`;
    const CAPACITY = { metadata: { name: 'c' }, storageClassName: 'fast', capacity: '1Gi' };

    it('B-405 a stable version that came later is 404, and its stored form is read in the older one', async () => {
      const made = await review(capacities('v1beta1'), CAPACITY);
      expect([made.code, made.json['apiVersion']]).toEqual([201, 'storage.orch.io/v1beta1']);
      expect((await older.call(`${capacities('v1beta1')}/c`, { agent: root })).json).toEqual(made.json);
      expect((await older.call(`${capacities('v1')}/c`, { agent: root })).code).toBe(404);
    });

    it('B-405 B-373 D-238 from 1.24 on an object written in one version is the same object in the other', async () => {
      const later = await start({ emulatedMinor: 24 });
      const agent = await later.admin();
      const call = (path: string, method = 'GET', body?: object) =>
        later.call(path, {
          method,
          agent,
          headers: { 'content-type': 'application/json' },
          ...(body ? { body } : {}),
        });
      const made = await call(capacities('v1beta1'), 'POST', CAPACITY);
      expect([made.code, made.json['apiVersion']]).toEqual([201, 'storage.orch.io/v1beta1']);
      expect((await call(`${capacities('v1')}/c`)).json).toEqual({ ...made.json, apiVersion: 'storage.orch.io/v1' });
      expect((await call(`${capacities('v1')}/c`, 'DELETE')).code).toBe(200);
      expect((await call(`${capacities('v1beta1')}/c`)).code).toBe(404);
      await later.close();
    });
  });
});
