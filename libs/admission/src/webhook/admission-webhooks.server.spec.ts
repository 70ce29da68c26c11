import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';
import { abortResponse, ReviewServer, sendCode, sendJson, type Answering } from '@orch/testing';
import { CONFIG_MAPS, REGISTRATION } from '../admission-server.fixture.js';
import { allow, deny, patch, reviewed, setData, type Fields, type SentRequest } from '../review-answers.fixture.js';

describe('admission webhooks', () => {
  let server: TestServer;
  let agent: Agent;
  let hook: ReviewServer;
  const send = (request: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const [method = '', path = ''] = request.split(' ');
    return server.call(path, {
      method,
      agent,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };
  const registered: string[] = [];
  type Type = 'mutating' | 'validating';
  const register = async (type: Type, webhooks: readonly Fields[], name = 'tested') => {
    const kind = type === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration';
    const path = `${REGISTRATION}/${type}webhookconfigurations`;
    const whole = webhooks.map((webhook, i) => ({
      name: `hook-${i}.example.com`,
      clientConfig: { url: `${hook.url}/${name}/${i}`, caBundle: hook.caBundle },
      rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...webhook,
    }));
    const { code, text } = await send(`POST ${path}`, { kind, metadata: { name }, webhooks: whole });
    if (code !== 201) throw new Error(text);
    registered.push(`${path}/${name}`);
  };
  const create = (name: string, more: object = {}, query = '') =>
    send(`POST ${CONFIG_MAPS}${query}`, { metadata: { name }, data: { a: '1' }, ...more });
  const requests = () => hook.calls.map(({ body }) => body.request as SentRequest);

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await TestServer.start();
    agent = await server.admin();
  });
  afterEach(async () => {
    for (const path of registered.splice(0)) await send(`DELETE ${path}`);
    await send(`DELETE ${CONFIG_MAPS}`);
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  it('B-183 D-139 are called for writes, not for reads, and no more once the configuration is gone', async () => {
    hook.always = allow;
    await register('validating', [{}]);
    expect((await create('a')).code).toBe(201);
    await send(`GET ${CONFIG_MAPS}/a`);
    await send(`GET ${CONFIG_MAPS}`);
    await send(`GET ${CONFIG_MAPS}?watch=true&timeoutSeconds=1`);
    await send(`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, data: { a: '2' } });
    await send(`DELETE ${CONFIG_MAPS}/a`);
    expect(requests().map(({ operation }) => operation)).toEqual(['CREATE', 'UPDATE', 'DELETE']);
    await send(`DELETE ${registered.pop()}`);
    expect((await create('a')).code).toBe(201);
    expect(hook.calls).toHaveLength(3);
  });

  it('B-443 refuse privileged pods where a PodSecurityPolicy did', async () => {
    hook.always = (response, call) => {
      const { object } = call.body.request as {
        object: { spec: { containers: { securityContext?: { privileged?: boolean } }[] } };
      };
      const isPrivileged = object.spec.containers.some(({ securityContext }) => securityContext?.privileged);
      (isPrivileged ? deny({ message: 'privileged', code: 403 }) : allow)(response, call);
    };
    await register('validating', [
      { rules: [{ operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }] },
    ]);
    const pod = (name: string, privileged: boolean) =>
      send('POST /api/v1/namespaces/default/pods', {
        metadata: { name },
        spec: { containers: [{ name: 'c', image: 'i', securityContext: { privileged } }] },
      });
    expect((await pod('plain', false)).code).toBe(201);
    const refused = await pod('privileged', true);
    expect([refused.code, refused.json.message]).toEqual([
      403,
      'admission webhook "hook-0.example.com" denied the request: privileged',
    ]);
    await send('DELETE /api/v1/namespaces/default/pods/plain?gracePeriodSeconds=0');
  });

  it('get the request with the object, its old state and the options', async () => {
    hook.always = allow;
    await register('validating', [{}]);
    await create('a', {}, '?fieldManager=me');
    await send(`PATCH ${CONFIG_MAPS}/a`, { data: { a: '2' } }, { 'content-type': 'application/merge-patch+json' });
    await send(`DELETE ${CONFIG_MAPS}/a`, { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 });
    const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
    const resource = { group: '', version: 'v1', resource: 'configmaps' };
    const common = { kind, resource, requestKind: kind, requestResource: resource, name: 'a', namespace: 'default' };
    expect(requests()).toMatchObject([
      {
        ...common,
        operation: 'CREATE',
        object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { a: '1' } },
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.orch.io/v1', fieldManager: 'me' },
        userInfo: { groups: expect.arrayContaining(['system:authenticated']) as unknown },
      },
      { ...common, operation: 'UPDATE', object: { data: { a: '2' } }, oldObject: { data: { a: '1' } } },
      {
        ...common,
        operation: 'DELETE',
        object: null,
        oldObject: { data: { a: '2' } },
        options: { kind: 'DeleteOptions', gracePeriodSeconds: 0 },
      },
    ]);
    expect(hook.calls[0]!.path).toBe('/tested/0?timeout=10s');
  });

  it('B-184 B-185 validating ones see what mutating ones changed, and it is stored', async () => {
    // By name the validating one would be first.
    await register('mutating', [{}], 'z');
    await register('validating', [{}], 'a');
    hook.instead.push(patch(setData('b', '2')), allow);
    const { code, json } = await create('a');
    expect([code, json['data']]).toEqual([201, { a: '1', b: '2' }]);
    expect(requests()[1]!.object.data).toEqual({ a: '1', b: '2' });
    expect((await send(`GET ${CONFIG_MAPS}/a`)).json['data']).toEqual({ a: '1', b: '2' });
  });

  it.each<[string, Answering, number, object]>([
    [
      'without explanation',
      deny(),
      400,
      { message: 'admission webhook "hook-0.example.com" denied the request without explanation' },
    ],
    [
      'with a message, a reason and a code',
      deny({ message: 'not today', reason: 'Closed', code: 418, details: { causes: [{ message: 'sunday' }] } }),
      418,
      {
        status: 'Failure',
        message: 'admission webhook "hook-0.example.com" denied the request: not today',
        reason: 'Closed',
        details: { causes: [{ message: 'sunday' }] },
        code: 418,
      },
    ],
    [
      'with a reason only',
      deny({ reason: 'Closed', code: 200 }),
      400,
      { message: 'admission webhook "hook-0.example.com" denied the request: Closed', code: 400 },
    ],
  ])('B-187 refuse a request %s', async (_how, answer, code, status) => {
    await register('validating', [{}]);
    hook.always = answer;
    const got = await create('a');
    expect(got.code).toBe(code);
    expect(got.json).toMatchObject(status);
    expect((await send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
  });

  it('B-188 B-189 validating ones are called at once, and one refusal is enough', async () => {
    await register('validating', [{}, {}]);
    const both: (() => void)[] = [];
    // No call is answered before both have come.
    hook.hold = () =>
      new Promise((resolve) => {
        both.push(resolve);
        if (both.length === 2) for (const go of both) go();
      });
    hook.instead.push(allow, deny());
    expect((await create('a')).code).toBe(400);
    expect(hook.calls).toHaveLength(2);
  });

  it.each<[string, Answering, string]>([
    [
      'an error',
      sendCode(500),
      'failed to call webhook: an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [
      'a redirect',
      sendCode(302, { location: '/elsewhere' }),
      'failed to call webhook: the server responded with the status code 302 but did not return more information',
    ],
    [
      'another uid',
      reviewed(() => ({ uid: 'x', allowed: true })),
      'received invalid webhook response: expected response.uid=',
    ],
    ['no response', sendJson({}), 'received invalid webhook response: webhook response was absent'],
    [
      'a patch',
      patch(setData('b', '2')),
      'received invalid webhook response: validating webhook may not return response.patch',
    ],
  ])(
    'B-238 B-239 %s from a webhook fails the request or is ignored, by failure policy',
    async (_what, answer, text) => {
      await register('validating', [{ failurePolicy: 'Fail' }]);
      hook.always = answer;
      const failed = await create('a');
      expect(failed.code).toBe(500);
      expect(failed.json['message']).toContain(
        `Internal error occurred: failed calling webhook "hook-0.example.com": ${text}`,
      );
      await send(`DELETE ${registered.pop()}`);
      await register('validating', [{ failurePolicy: 'Ignore' }]);
      expect((await create('a')).code).toBe(201);
      expect(hook.calls).toHaveLength(2);
    },
  );

  it('an aborted call is a failure', async () => {
    await register('mutating', [{}]);
    hook.always = abortResponse;
    expect((await create('a')).json['message']).toMatch(/^Internal error occurred: failed calling webhook /);
  });

  it.each<[Type, string]>([
    ['mutating', 'None'],
    ['mutating', 'NoneOnDryRun'],
    ['validating', 'None'],
    ['validating', 'NoneOnDryRun'],
  ])('A-125 B-234 a dry run calls %s webhooks with side effects %s', async (type, sideEffects) => {
    hook.always = allow;
    await register(type, [{ sideEffects }]);
    expect((await create('a', {}, '?dryRun=All')).code).toBe(201);
    expect(requests()).toMatchObject([{ dryRun: true, options: { dryRun: ['All'] } }]);
    expect((await send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
  });

  it.each([
    ['B-245', 'IfNeeded', ['0', '1', '0']],
    ['B-244', 'Never', ['0', '1']],
    ['B-244', undefined, ['0', '1']],
  ])('%s a webhook of reinvocation policy %s, where a later one changed the object: calls of %j', async (_row, reinvocationPolicy, calls) => {
    await register('mutating', [{ ...(reinvocationPolicy && { reinvocationPolicy }) }, { reinvocationPolicy: 'Never' }]);
    hook.always = (response, call) => {
      const { data } = (call.body.request as SentRequest).object;
      const operations = call.path.startsWith('/tested/1')
        ? [setData('late', '1')]
        : [setData('seen', data!['late'] === undefined ? 'no' : '1')];
      patch(...operations)(response, call);
    };
    expect((await create('a')).json['data']).toEqual({ a: '1', late: '1', seen: calls.length === 3 ? '1' : 'no' });
    expect(hook.calls.map(({ path }) => path[8])).toEqual(calls);
  }); // prettier-ignore

  it('B-208 B-209 an object selector matches the new or the old object', async () => {
    hook.always = allow;
    await register('validating', [{ objectSelector: { matchLabels: { app: 'x' } } }]);
    await create('other');
    expect(hook.calls).toHaveLength(0);
    await create('a', { metadata: { name: 'a', labels: { app: 'x' } } });
    await send(`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a' } });
    expect(requests().map(({ operation }) => operation)).toEqual(['CREATE', 'UPDATE']);
    await send(`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, data: { b: '1' } });
    expect(hook.calls).toHaveLength(2);
    await send(`PUT ${CONFIG_MAPS}/other`, { metadata: { name: 'other', labels: { app: 'x' } } });
    await send(`DELETE ${CONFIG_MAPS}/other`);
    await send(`DELETE ${CONFIG_MAPS}/a`);
    expect(requests().slice(2)).toMatchObject([
      { operation: 'UPDATE', name: 'other' },
      { operation: 'DELETE', name: 'other' },
    ]);
  });

  it('B-211 B-212 B-213 a namespace selector matches labels of the namespace, also of a Namespace itself', async () => {
    hook.always = allow;
    const rules = [
      {
        operations: ['CREATE'],
        apiGroups: ['', 'scheduling.orch.io'],
        apiVersions: ['v1'],
        resources: ['configmaps', 'namespaces', 'priorityclasses'],
      },
    ];
    await register('validating', [{ rules, namespaceSelector: { matchLabels: { watched: 'yes' } } }]);
    await send('POST /api/v1/namespaces', { metadata: { name: 'watched', labels: { watched: 'yes' } } });
    await send('POST /api/v1/namespaces', { metadata: { name: 'unwatched' } });
    await create('a');
    await send('POST /api/v1/namespaces/watched/configmaps', { metadata: { name: 'b' } });
    await send('POST /apis/scheduling.orch.io/v1/priorityclasses', { metadata: { name: 'low' }, value: 1 });
    expect(requests().map(({ name }) => name)).toEqual(['watched', 'b', 'low']);
  });

  it('match conditions decide, and one that cannot be evaluated refuses the request', async () => {
    hook.always = allow;
    await register('validating', [
      {
        matchConditions: [
          { name: 'named', expression: "object.metadata.name == 'a' && request.operation == 'CREATE'" },
        ],
      },
    ]);
    await create('a');
    await create('b');
    expect(requests().map(({ name }) => name)).toEqual(['a']);
    await send(`DELETE ${registered.pop()}`);
    await register('validating', [{ matchConditions: [{ name: 'broken', expression: 'object.data.none == "1"' }] }]);
    const refused = await create('c');
    expect(refused.code).toBe(403);
    expect(refused.json['message']).toMatch(/^configmaps "c" is forbidden: /);
  });

  it('never see their own configurations', async () => {
    hook.always = deny();
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
    await register('validating', [{ rules }]);
    expect((await send(`DELETE ${registered.pop()}`)).code).toBe(200);
  });

  it('B-225 B-228 the first known version of the reviews is sent', async () => {
    hook.always = allow;
    await register('validating', [{ admissionReviewVersions: ['v9', 'v1beta1', 'v1'] }]);
    expect((await create('a')).code).toBe(201);
    expect(hook.calls[0]!.body).toMatchObject({ apiVersion: 'admission.orch.io/v1beta1', kind: 'AdmissionReview' });
  });

  it('warnings of an answer reach the client', async () => {
    hook.always = reviewed(() => ({ allowed: true, warnings: ['mind the gap'] }));
    await register('validating', [{}]);
    expect((await create('a')).headers['warning']).toContain('299 - "mind the gap"');
  });

  it('are counted', async () => {
    hook.always = deny();
    await register('validating', [{}]);
    await create('a');
    const { text } = await send('GET /metrics');
    expect(text).toContain(
      'apiserver_admission_webhook_rejection_count{name="hook-0.example.com",type="validating",operation="CREATE",error_type="no_error",rejection_code="400"}',
    );
  });
});

describe('admission webhooks in release 1.21', () => {
  let server: TestServer;
  let agent: Agent;
  let hook: ReviewServer;
  const post = (path: string, body: object) =>
    server.call(path, { method: 'POST', agent, headers: { 'content-type': 'application/json' }, body });
  const register = async (version: string, webhooks: readonly Fields[]) => {
    const whole = webhooks.map((webhook, i) => ({
      name: `hook-${i}.example.com`,
      clientConfig: { url: `${hook.url}/${i}`, caBundle: hook.caBundle },
      sideEffects: 'None',
      admissionReviewVersions: ['v1beta1'],
      ...webhook,
    }));
    const path = `/apis/admissionregistration.orch.io/${version}/validatingwebhookconfigurations`;
    const { code, text } = await post(path, { metadata: { name: `tested-${version}` }, webhooks: whole });
    if (code !== 201) throw new Error(text);
  };

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    hook.always = allow;
    server = await TestServer.start({ emulatedMinor: 21 });
    agent = await server.admin();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  it('B-214 B-215 Equivalent ones get the object in the version that they name, Exact ones are not called', async () => {
    const rules = [
      { apiGroups: ['networking.orch.io'], apiVersions: ['v1'], resources: ['ingresses'], operations: ['*'] },
    ];
    await register('v1', [
      { rules, matchPolicy: 'Exact' },
      { rules, matchPolicy: 'Equivalent' },
    ]);
    const backend = { serviceName: 'web', servicePort: 80 };
    const path = '/apis/extensions/v1beta1/namespaces/default/ingresses';
    expect((await post(path, { metadata: { name: 'a' }, spec: { backend } })).code).toBe(201);
    expect(hook.calls.map(({ path: called }) => called)).toEqual(['/1?timeout=10s']);
    expect(hook.calls[0]!.body.request).toMatchObject({
      kind: { group: 'networking.orch.io', version: 'v1', kind: 'Ingress' },
      requestKind: { group: 'extensions', version: 'v1beta1', kind: 'Ingress' },
      object: {
        apiVersion: 'networking.orch.io/v1',
        spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
      },
    });
    hook.reset();
  });

  it('B-233 a dry run that reaches one with side effects fails without calling it', async () => {
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['*'] }];
    await register('v1beta1', [{ rules, sideEffects: 'Some' }]);
    const { code, json } = await post('/api/v1/namespaces/default/configmaps?dryRun=All', { metadata: { name: 'a' } });
    expect(code).toBe(400);
    expect(json['message']).toBe('admission webhook "hook-0.example.com" does not support dry run');
    expect(hook.calls).toEqual([]);
  });
});
