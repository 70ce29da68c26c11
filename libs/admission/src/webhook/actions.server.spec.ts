import type { Answer } from '@orch/server-testing';
import { ReviewServer } from '@orch/testing';
import { AdmissionServer, CONFIG_MAP_RULE, REGISTRATION } from '../admission-server.fixture.js';
import { allow, deny, patch, reviewed, type Fields } from '../review-answers.fixture.js';

const NAMESPACE = '/api/v1/namespaces/default';
const REVIEWS = '/apis/authorization.orch.io/v1';
const ACTIONS = ['bindings', 'pods/binding', 'pods/eviction', 'serviceaccounts/token'];
const EVERY = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'] };

describe('admission of actions and reviews', () => {
  let server: AdmissionServer;
  let hook: ReviewServer;

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await AdmissionServer.start();
  });
  beforeEach(async () => {
    hook.always = allow;
    await server.make(`${NAMESPACE}/serviceaccounts`, { metadata: { name: 'robot' } });
    await server.make(`${NAMESPACE}/pods`, {
      metadata: { name: 'p' },
      spec: { serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] },
    });
  });
  afterEach(async () => {
    await server.clean();
    // A bound pod waits for its node.
    await server.send(`DELETE ${NAMESPACE}/pods/p?gracePeriodSeconds=0`);
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  const bind = (more: Fields = {}): Promise<Answer> =>
    server.send(`POST ${NAMESPACE}/pods/p/binding`, {
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n' },
      ...more,
    });
  const evict = (): Promise<Answer> =>
    server.send(`POST ${NAMESPACE}/pods/p/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'p' },
    });
  const token = (spec: Fields = {}): Promise<Answer> =>
    server.send(`POST ${NAMESPACE}/serviceaccounts/robot/token`, { spec: { audiences: ['sent'], ...spec } });
  const pod = async (): Promise<Answer> => server.send(`GET ${NAMESPACE}/pods/p`);
  /** What a webhook saw: kind, sub-resource, operation, name and namespace of the object. */
  const seen = () =>
    hook.calls.map(({ body: { request } }) => {
      const { kind, subResource, operation, oldObject, name } = request;
      const { kind: ofObject, metadata } = request['object'] as { kind: string; metadata: Fields };
      expect([(kind as Fields)['kind'], oldObject, metadata['namespace']]).toEqual([ofObject, null, 'default']);
      return [ofObject, subResource, operation, name].join(' ');
    });
  const register = (type: 'mutating' | 'validating', resources = [...ACTIONS, 'pods']) =>
    server.register(type, hook, [{ rules: [{ ...EVERY, resources }] }]);

  it('webhooks get the object that was sent, once, and nothing of what the server does for it', async () => {
    await register('validating');
    expect([(await bind()).code, (await token()).code, (await evict()).code]).toEqual([201, 201, 201]);
    expect(seen()).toEqual([
      'Binding binding CREATE p',
      'TokenRequest token CREATE robot',
      'Eviction eviction CREATE p',
    ]);
  });

  it('the legacy collection of bindings is one of them', async () => {
    await register('validating');
    const sent = { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } };
    expect((await server.send(`POST ${NAMESPACE}/bindings`, sent)).code).toBe(201);
    expect(seen()).toEqual(['Binding  CREATE p']);
    expect((await pod()).json).toMatchObject({ spec: { nodeName: 'n' } });
  });

  it('what they refuse is not done', async () => {
    await register('validating');
    hook.always = deny({ code: 418 });
    expect([(await bind()).code, (await token()).code, (await evict()).code]).toEqual([418, 418, 418]);
    const { spec, metadata } = (await pod()).json as { spec: Fields; metadata: Fields };
    expect([spec['nodeName'], metadata['deletionTimestamp']]).toEqual([undefined, undefined]);
  });

  it('what they change is done', async () => {
    await register('mutating');
    hook.always = patch({ op: 'replace', path: '/target/name', value: 'other' });
    expect((await bind()).code).toBe(201);
    expect((await pod()).json).toMatchObject({ spec: { nodeName: 'other' } });
    hook.always = patch({ op: 'replace', path: '/spec/audiences', value: ['changed'] });
    expect((await token()).json).toMatchObject({ spec: { audiences: ['changed'] } });
    hook.always = patch({ op: 'add', path: '/deleteOptions', value: { dryRun: ['All'] } });
    expect((await evict()).code).toBe(201);
    expect((await pod()).code).toBe(200);
  });

  it('what they repair is valid', async () => {
    await register('mutating', ['serviceaccounts/token']);
    const rules = [{ ...EVERY, apiGroups: ['authorization.orch.io'], resources: ['subjectaccessreviews'] }];
    await server.register('mutating', hook, [{ rules }], 'reviews');
    hook.always = patch({ op: 'replace', path: '/spec/expirationSeconds', value: 600 });
    expect((await token({ expirationSeconds: 5 })).json).toMatchObject({ spec: { expirationSeconds: 600 } });
    hook.always = patch({ op: 'add', path: '/spec/user', value: 'u' });
    const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
    expect((await server.send(`POST ${REVIEWS}/subjectaccessreviews`, review)).code).toBe(201);
  });

  it('what they change is validated', async () => {
    await register('mutating', ['serviceaccounts/token']);
    const rules = [{ ...EVERY, apiGroups: ['authorization.orch.io'], resources: ['subjectaccessreviews'] }];
    await server.register('mutating', hook, [{ rules }], 'reviews');
    hook.always = patch({ op: 'add', path: '/spec/expirationSeconds', value: 599 });
    const answers = [await token()];
    hook.always = patch({ op: 'remove', path: '/spec/user' });
    const review = { spec: { user: 'u', resourceAttributes: { verb: 'get', resource: 'pods' } } };
    answers.push(await server.send(`POST ${REVIEWS}/subjectaccessreviews`, review));
    expect(answers.map(({ code, json }) => [code, json['reason']])).toEqual([
      [422, 'Invalid'],
      [422, 'Invalid'],
    ]);
  });

  it('mutating webhooks see a token request as it was sent, validating ones with the name of its account', async () => {
    await register('mutating', ['serviceaccounts/token']);
    await server.register(
      'validating',
      hook,
      [{ rules: [{ ...EVERY, resources: ['serviceaccounts/token'] }] }],
      'later',
    );
    expect((await token()).code).toBe(201);
    const names = hook.calls.map(({ body }) => (body.request['object'] as { metadata: Fields }).metadata['name']);
    expect(names).toEqual([undefined, 'robot']);
  });

  it('policies see actions, too', async () => {
    const matchConstraints = { resourceRules: [{ ...EVERY, operations: ['CREATE'], resources: ACTIONS }] };
    const messageExpression = "request.kind.kind + ' of ' + object.metadata.name";
    await server.make(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name: 'none' },
      spec: { matchConstraints, validations: [{ expression: 'false', messageExpression }] },
    });
    await server.make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name: 'none' },
      spec: { policyName: 'none', validationActions: ['Deny'] },
    });
    const answers = [await bind(), await token(), await evict()];
    expect(answers.map(({ code, json }) => [code, String(json['message']).split('denied request: ')[1]])).toEqual([
      [422, 'Binding of p'],
      [422, 'TokenRequest of robot'],
      [422, 'Eviction of p'],
    ]);
  });

  it('webhooks see reviews, and policies do not', async () => {
    const rules = [{ ...EVERY, operations: ['CREATE'], apiGroups: ['authorization.orch.io'], resources: ['*'] }];
    await server.make(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name: 'none' },
      spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression: 'false' }] },
    });
    await server.make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name: 'none' },
      spec: { policyName: 'none', validationActions: ['Deny'] },
    });
    await server.register('validating', hook, [{ rules }]);
    const review = { spec: { user: 'u', resourceAttributes: { verb: 'get', resource: 'pods' } } };
    expect((await server.send(`POST ${REVIEWS}/subjectaccessreviews`, review)).code).toBe(201);
    expect(hook.calls).toHaveLength(1);
    hook.always = deny();
    expect((await server.send(`POST ${REVIEWS}/subjectaccessreviews`, review)).code).toBe(400);
  });

  it('the object of a delete of a collection has no name of its own in the request', async () => {
    await server.createConfigMap('a');
    const hidden = reviewed(({ ...request }) => ({
      allowed: false,
      status: { message: `<${String((request as Fields)['name'])}>` },
    }));
    await server.register('validating', hook, [{ rules: [{ ...CONFIG_MAP_RULE, operations: ['DELETE'] }] }]);
    hook.always = hidden;
    const { json } = await server.send(`DELETE ${NAMESPACE}/configmaps`);
    expect(json['message']).toMatch(/<undefined>$/);
    hook.always = allow;
  });
});
