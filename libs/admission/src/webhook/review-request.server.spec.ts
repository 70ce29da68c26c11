import { ReviewServer, type ReviewCall } from '@orch/testing';
import {
  AdmissionServer,
  CONFIG_MAP_RULE,
  CONFIG_MAPS,
  REGISTRATION,
  type WebhookType,
} from '../admission-server.fixture.js';
import { allow, deny, patched, reviewed, setData, type Fields } from '../review-answers.fixture.js';

const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };
const EVERYTHING: Fields = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };

describe('requests to admission webhooks', () => {
  let server: AdmissionServer;
  let hook: ReviewServer;
  const requests = () => hook.calls.map(({ body }) => body.request);
  const register = (type: WebhookType = 'validating', more: Fields = {}, name = 'tested') =>
    server.register(type, hook, [more], name);

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await AdmissionServer.start();
  });
  beforeEach(() => (hook.always = allow));
  afterEach(async () => {
    await server.clean();
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  it('B-247 D-147 are POSTs of JSON, with the timeout in the query', async () => {
    await register('validating', { timeoutSeconds: 7 });
    await server.createConfigMap('a');
    expect(hook.calls).toMatchObject([
      { method: 'POST', path: '/tested/0?timeout=7s', headers: { 'content-type': 'application/json' } },
    ]);
  });

  it.each([
    [['v1', 'v1beta1'], 'admission.orch.io/v1'],
    [['v1beta1', 'v1'], 'admission.orch.io/v1beta1'],
  ])('B-248 with versions %j are reviews of %s', async (admissionReviewVersions, apiVersion) => {
    await register('validating', { admissionReviewVersions });
    expect((await server.createConfigMap('a')).code).toBe(201);
    expect(hook.calls[0]!.body).toMatchObject({
      apiVersion,
      kind: 'AdmissionReview',
      request: { operation: 'CREATE' },
    });
  });

  it('B-249 have a uid of their own', async () => {
    await register('mutating', {}, 'm');
    await register('validating', {}, 'v');
    await server.createConfigMap('a');
    await server.createConfigMap('b');
    expect(new Set(requests().map(({ uid }) => uid)).size).toBe(4);
  });

  it('B-250 B-251 B-252 B-253 name kind, resource and sub-resource as they were sent', async () => {
    await register('validating', {
      rules: [{ ...CONFIG_MAP_RULE, apiGroups: ['apps'], resources: ['deployments', 'deployments/status', 'deployments/scale'] }],
    });
    const path = '/apis/apps/v1/namespaces/default/deployments';
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await server.make(path, { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } });
    await server.send(`PATCH ${path}/d/status`, { status: { replicas: 1 } }, MERGE);
    await server.send(`PATCH ${path}/d/scale`, { spec: { replicas: 2 } }, MERGE);
    const resource = { group: 'apps', version: 'v1', resource: 'deployments' };
    const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' };
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    const [created, status, scaled] = requests();
    expect(created).toMatchObject({ kind: deployment, requestKind: deployment, resource, requestResource: resource });
    expect(created).not.toHaveProperty('subResource');
    expect(status).toMatchObject({ kind: deployment, resource, subResource: 'status', requestSubResource: 'status' });
    expect(scaled).toMatchObject({ kind: scale, requestKind: scale, subResource: 'scale', object: { kind: 'Scale', spec: { replicas: 2 } } });
  }); // prettier-ignore

  it('B-255 B-256 name the object and its namespace', async () => {
    await register('validating', { rules: [{ ...CONFIG_MAP_RULE, apiGroups: ['*'], resources: ['configmaps', 'priorityclasses'] }] });
    await server.createConfigMap('a');
    await server.send(`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, data: { b: '1' } });
    await server.make('/apis/scheduling.orch.io/v1/priorityclasses', { metadata: { name: 'low' }, value: 1 });
    const [created, updated, clusterScoped] = requests();
    expect([created, updated].map((request) => [request!['name'], request!['namespace']])).toEqual([['a', 'default'], ['a', 'default']]);
    expect(clusterScoped).toMatchObject({ name: 'low' });
    expect(clusterScoped).not.toHaveProperty('namespace');
  }); // prettier-ignore

  it('B-255 have the name that the server makes of a generateName, as the stored object', async () => {
    await register('mutating', {}, 'm');
    await register('validating', {}, 'v');
    const { code, json } = await server.send(`POST ${CONFIG_MAPS}`, { metadata: { generateName: 'made-' } });
    const { name } = json['metadata'] as { name: string };
    expect([code, name]).toEqual([201, expect.stringMatching(/^made-.{5}$/)]);
    const request = { operation: 'CREATE', name, object: { metadata: { name, generateName: 'made-' } } };
    expect(requests()).toMatchObject([request, request]);
  });

  it('B-257 B-259 B-260 B-261 B-262 have the states that the operation has', async () => {
    await register();
    await server.createConfigMap('a');
    await server.send(`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, data: { a: '2' } });
    await server.send(`DELETE ${CONFIG_MAPS}/a`);
    expect(requests()).toMatchObject([
      {
        operation: 'CREATE',
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' }, data: { a: '1' } },
        oldObject: null,
      },
      { operation: 'UPDATE', object: { data: { a: '2' } }, oldObject: { kind: 'ConfigMap', data: { a: '1' } } },
      { operation: 'DELETE', object: null, oldObject: { data: { a: '2' } } },
    ]);
  }); // prettier-ignore

  it('B-258 D-145 name the caller, who may be impersonated', async () => {
    await register();
    await server.createConfigMap('a');
    const as = {
      'impersonate-user': 'jane',
      'impersonate-uid': '7',
      'impersonate-group': 'system:masters',
      'impersonate-extra-scopes': 'view',
    };
    expect((await server.send(`POST ${CONFIG_MAPS}`, { metadata: { name: 'b' } }, as)).code).toBe(201);
    expect(requests().map(({ userInfo }) => userInfo)).toMatchObject([
      { groups: expect.arrayContaining(['system:authenticated']) as unknown },
      { username: 'jane', uid: '7', groups: ['system:masters', 'system:authenticated'], extra: { scopes: ['view'] } },
    ]);
  });

  it('B-264 have the options of the operation', async () => {
    await register();
    await server.createConfigMap('a', {}, '?fieldManager=me&fieldValidation=Warn');
    await server.send(`PUT ${CONFIG_MAPS}/a?fieldManager=you`, { metadata: { name: 'a' }, data: { b: '1' } });
    await server.send(`DELETE ${CONFIG_MAPS}/a?gracePeriodSeconds=0&propagationPolicy=Background`);
    const apiVersion = 'meta.orch.io/v1';
    expect(requests().map(({ options }) => options)).toEqual([
      { kind: 'CreateOptions', apiVersion, fieldManager: 'me', fieldValidation: 'Warn' },
      { kind: 'UpdateOptions', apiVersion, fieldManager: 'you' },
      { kind: 'DeleteOptions', apiVersion, gracePeriodSeconds: 0, propagationPolicy: 'Background' },
    ]);
  });

  it('A-128 let a dry run show other values than the real write', async () => {
    hook.always = reviewed(({ dryRun }) =>
      patched([setData('b', dryRun === true ? 'of the dry run' : 'of the write')]),
    );
    await register('mutating', { sideEffects: 'NoneOnDryRun' });
    const dry = await server.createConfigMap('a', {}, '?dryRun=All');
    expect([dry.code, dry.json['data']]).toEqual([201, { a: '1', b: 'of the dry run' }]);
    const written = await server.createConfigMap('a');
    expect([written.code, written.json['data']]).toEqual([201, { a: '1', b: 'of the write' }]);
  });

  it('A-125 B-266 B-267 say whether it is a dry run', async () => {
    await register('validating', { sideEffects: 'NoneOnDryRun' });
    expect((await server.createConfigMap('a', {}, '?dryRun=All')).code).toBe(201);
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
    await server.createConfigMap('a');
    expect(requests().map(({ dryRun }) => dryRun)).toEqual([true, false]);
  });

  it('D-146 each form of a write has its operation; a deletecollection calls once for each object', async () => {
    await register();
    await server.createConfigMap('a');
    await server.send(`PATCH ${CONFIG_MAPS}/b?fieldManager=me`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }, APPLY);
    await server.send(`PATCH ${CONFIG_MAPS}/a`, { data: { a: '1' } }, MERGE);
    await server.send(`PATCH ${CONFIG_MAPS}/a`, [{ op: 'add', path: '/data/b', value: '1' }], { 'content-type': 'application/json-patch+json' });
    await server.send(`PATCH ${CONFIG_MAPS}/a`, { data: { c: '1' } }, { 'content-type': 'application/strategic-merge-patch+json' });
    await server.send(`PATCH ${CONFIG_MAPS}/b?fieldManager=me`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' }, data: { a: '1' } }, APPLY);
    await server.send(`DELETE ${CONFIG_MAPS}`);
    const nameOf = (object: unknown) => String((object as { metadata: { name: string } } | null)?.metadata.name);
    const seen = requests().map(({ operation, name, oldObject }) => [operation, name ?? `one of all: ${nameOf(oldObject)}`].join(' '));
    expect(seen.slice(0, 6)).toEqual(['CREATE a', 'CREATE b', 'UPDATE a', 'UPDATE a', 'UPDATE a', 'UPDATE b']);
    expect(seen.slice(6).sort()).toEqual(['DELETE one of all: a', 'DELETE one of all: b']);
  }); // prettier-ignore

  it('D-146 a PUT that creates is a create', async () => {
    await register('validating', { rules: [{ ...CONFIG_MAP_RULE, apiGroups: ['coordination.orch.io'], resources: ['leases'] }] });
    const path = '/apis/coordination.orch.io/v1/namespaces/default/leases/l';
    expect((await server.send(`PUT ${path}`, { metadata: { name: 'l' } })).code).toBe(201);
    expect(requests().map(({ operation }) => operation)).toEqual(['CREATE']);
    await server.send(`DELETE ${path}`);
  }); // prettier-ignore

  it('D-148 are not sent for configurations, so that they can be repaired', async () => {
    hook.always = deny();
    await register('mutating', { rules: [EVERYTHING] }, 'm');
    await register('validating', { rules: [EVERYTHING] }, 'v');
    const path = `${REGISTRATION}/validatingwebhookconfigurations/v`;
    expect((await server.createConfigMap('a')).code).toBe(400);
    hook.calls.length = 0;
    expect((await server.send(`PATCH ${path}`, { metadata: { labels: { a: 'b' } } }, MERGE)).code).toBe(200);
    const matchConstraints = { resourceRules: [{ ...CONFIG_MAP_RULE, operations: ['CREATE'] }] };
    const mutation = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } };
    const policies: [resource: string, spec: object][] = [
      ['validatingadmissionpolicies', { matchConstraints, validations: [{ expression: 'true' }] }],
      ['validatingadmissionpolicybindings', { policyName: 'p', validationActions: ['Deny'] }],
      ['mutatingadmissionpolicies', { matchConstraints, mutations: [mutation], reinvocationPolicy: 'Never' }],
      ['mutatingadmissionpolicybindings', { policyName: 'p' }],
    ];
    for (const [resource, spec] of policies) {
      await server.make(`${REGISTRATION}/${resource}`, { metadata: { name: 'p' }, spec });
      expect(
        (await server.send(`PATCH ${REGISTRATION}/${resource}/p`, { metadata: { labels: { a: 'b' } } }, MERGE)).code,
      ).toBe(200);
      await server.removeLast();
    }
    await server.removeLast();
    await server.removeLast();
    expect(hook.calls).toEqual([]);
    expect((await server.createConfigMap('a')).code).toBe(201);
  });

  it('D-149 go to configurations by name and webhooks as listed, mutating ones one after the other', async () => {
    const place = ({ path }: ReviewCall) => path.split('?')[0]!.replaceAll('/', '-').slice(1);
    hook.always = (response, call) =>
      reviewed(() => patched([setData(place(call), String(hook.calls.length))]))(response, call);
    const two = [{}, { name: 'hook-a.example.com' }];
    await server.register('mutating', hook, two, 'z');
    await server.register('mutating', hook, two, 'a');
    await server.createConfigMap('a');
    expect(hook.calls.map(place)).toEqual(['a-0', 'a-1', 'z-0', 'z-1']);
    // Each call has what all calls before it made of the object.
    expect(requests().map(({ object }) => Object.keys((object as { data: Fields }).data))).toEqual([
      ['a'],
      ['a', 'a-0'],
      ['a', 'a-0', 'a-1'],
      ['a', 'a-0', 'a-1', 'z-0'],
    ]);
  });

  it('B-190 B-192 D-139 configurations of both kinds are created, read, listed, changed and deleted, in force with the answer', async () => {
    for (const type of ['mutating', 'validating'] as const) {
      const path = `${REGISTRATION}/${type}webhookconfigurations`;
      await register(type, {}, type);
      const { json } = await server.send(`GET ${path}/${type}`);
      expect(json).toMatchObject({ webhooks: [{ name: 'hook-0.example.com' }] });
      expect(((await server.send(`GET ${path}`)).json['items'] as object[]).length).toBe(1);
      hook.calls.length = 0;
      await server.createConfigMap(`${type}-1`);
      expect(hook.calls).toHaveLength(1);
      const [webhook] = json['webhooks'] as Fields[];
      const rules = [{ ...CONFIG_MAP_RULE, resources: ['secrets'] }];
      expect((await server.send(`PUT ${path}/${type}`, { ...json, webhooks: [{ ...webhook, rules }] })).code).toBe(200);
      await server.createConfigMap(`${type}-2`);
      expect(hook.calls).toHaveLength(1);
      expect((await server.send(`PATCH ${path}/${type}`, { webhooks: [{ ...webhook, rules: [CONFIG_MAP_RULE] }] }, MERGE)).code).toBe(200);
      await server.createConfigMap(`${type}-3`);
      expect(hook.calls).toHaveLength(2);
      await server.removeLast();
      await server.createConfigMap(`${type}-4`);
      expect(hook.calls).toHaveLength(2);
    }
  }); // prettier-ignore

  it('B-186 validating ones are not sent for invalid objects, in any form of a write', async () => {
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    await server.make(deployments, { metadata: { name: 'd' }, spec });
    await server.createConfigMap('a');
    await register('validating', { rules: [{ ...CONFIG_MAP_RULE, apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments', 'deployments/*'] }] });
    const labels = { 'not valid!': '' };
    const invalid: [request: string, body: object, code: number, headers?: typeof MERGE][] = [
      [`POST ${CONFIG_MAPS}`, { metadata: { name: 'Not-A-Name' } }, 422],
      [`POST ${CONFIG_MAPS}`, { metadata: { name: 'b' }, data: { 'not valid!': '' } }, 422],
      [`POST ${CONFIG_MAPS}`, { metadata: { name: 'b' }, data: { a: 1 } }, 400],
      [`POST ${CONFIG_MAPS}?dryRun=All`, { metadata: { name: 'b', labels } }, 422],
      [`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a', labels } }, 422],
      [`PATCH ${CONFIG_MAPS}/a`, { metadata: { labels } }, 422, MERGE],
      [`PATCH ${deployments}/d/status`, { status: { replicas: -1 } }, 422, MERGE],
      [`PATCH ${deployments}/d/scale`, { spec: { replicas: -1 } }, 422, MERGE],
    ];
    for (const [request, body, wanted, headers] of invalid) {
      const { code } = await server.send(request, body, headers);
      expect([request, body, code, hook.calls.length]).toEqual([request, body, wanted, 0]);
    }
  }); // prettier-ignore

  it('D-142 the name of a namespace is a label, which stays, so that a selector can exempt one', async () => {
    const label = 'orch.io/metadata.name';
    await server.make('/api/v1/namespaces', { metadata: { name: 'exempt' } });
    await register('validating', {
      namespaceSelector: { matchExpressions: [{ key: label, operator: 'NotIn', values: ['exempt'] }] },
    });
    const { json } = await server.send('PATCH /api/v1/namespaces/exempt', { metadata: { labels: { [label]: null } } }, MERGE);
    expect(json).toMatchObject({ metadata: { labels: { [label]: 'exempt' } } });
    await server.send('POST /api/v1/namespaces/exempt/configmaps', { metadata: { name: 'a' } });
    expect(hook.calls).toEqual([]);
    await server.createConfigMap('a');
    expect(hook.calls).toHaveLength(1);
  }); // prettier-ignore
});

describe('requests to admission webhooks in release 1.21', () => {
  it('B-253 B-254 B-263 reviews of v1beta1 have the original type, and the state of an object to delete', async () => {
    const hook = await ReviewServer.start({ asksForCertificate: false });
    const server = await AdmissionServer.start({ emulatedMinor: 21 });
    hook.always = allow;
    await server.make('/apis/admissionregistration.orch.io/v1beta1/validatingwebhookconfigurations', {
      metadata: { name: 'old' },
      webhooks: [
        {
          name: 'old.example.com',
          clientConfig: { url: hook.url, caBundle: hook.caBundle },
          rules: [{ operations: ['*'], apiGroups: ['networking.orch.io'], apiVersions: ['v1'], resources: ['ingresses', 'ingresses/status'] }],
          matchPolicy: 'Equivalent',
          sideEffects: 'None',
        },
      ],
    });
    const path = '/apis/extensions/v1beta1/namespaces/default/ingresses';
    await server.send(`POST ${path}`, { metadata: { name: 'a' }, spec: { backend: { serviceName: 'web', servicePort: 80 } } });
    await server.send(`PATCH ${path}/a/status`, { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }, MERGE);
    await server.send(`DELETE ${path}/a`);
    const kind = { group: 'networking.orch.io', version: 'v1', kind: 'Ingress' };
    const requestKind = { group: 'extensions', version: 'v1beta1', kind: 'Ingress' };
    const requestResource = { group: 'extensions', version: 'v1beta1', resource: 'ingresses' };
    expect(hook.calls.map(({ body }) => body)).toMatchObject([
      { apiVersion: 'admission.orch.io/v1beta1', request: { operation: 'CREATE', kind, requestKind, requestResource, oldObject: null } },
      { apiVersion: 'admission.orch.io/v1beta1', request: { operation: 'UPDATE', kind, subResource: 'status', requestKind, requestResource, requestSubResource: 'status' } },
      { apiVersion: 'admission.orch.io/v1beta1', request: { operation: 'DELETE', kind, requestKind, object: null, oldObject: { metadata: { name: 'a' } } } },
    ]);
    await server.close();
    await hook.close();
  }); // prettier-ignore
});

it('B-094 B-258 a webhook gets name, uid, groups and extra of a caller as they were authenticated', async () => {
  const [tokens, hook] = await Promise.all([ReviewServer.start(), ReviewServer.start({ asksForCertificate: false })]);
  // `key` with capitals, several values, none.
  const extra = { 'example.com/Team': ['b', 'a', 'b'], scopes: ['view'], empty: [] };
  const user = { username: 'joe', uid: '9', groups: ['crew', 'system:masters'], extra };
  tokens.status = () => ({ authenticated: true, user });
  hook.always = allow;
  const server = await AdmissionServer.start({
    webhookTokens: { configFile: await tokens.configFile(), version: 'v1', cacheTtlMs: 0 },
  });
  await server.register('mutating', hook, [{}], 'm');
  await server.register('validating', hook, [{}], 'v');
  const sent = { metadata: { name: 'a' } };
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'POST', token: 'of-joe', body: sent, headers } as const;
  expect((await server.server.call(CONFIG_MAPS, call)).code).toBe(201);
  const userInfo = { ...user, groups: [...user.groups, 'system:authenticated'] };
  expect(hook.calls.map(({ body }) => body.request['userInfo'])).toEqual([userInfo, userInfo]);
  await Promise.all([server.close(), tokens.close(), hook.close()]);
});
