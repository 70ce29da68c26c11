import { FakeClock } from '@orch/apimachinery';
import { ReviewServer, sendCode, sendJson } from '@orch/testing';
import { AdmissionServer, CONFIG_MAP_RULE, CONFIG_MAPS, REGISTRATION } from '../admission-server.fixture.js';
import { allow, type Fields } from '../review-answers.fixture.js';

/** What an account may do, which only the webhook knows. */
const MAY = "authorizer.serviceAccount('default', 'robot').group('').resource('secrets').name(object.metadata.name)";
const NO_CACHE = { authorizedTtlMs: 0, unauthorizedTtlMs: 0 };
const MATCH = { resourceRules: [CONFIG_MAP_RULE] };

describe('decisions of an authorization webhook in expressions', () => {
  /** Further ahead than a call may take. */
  const clock = new FakeClock(Date.now());
  let judge: ReviewServer;
  let hook: ReviewServer;
  let server: AdmissionServer;

  beforeAll(async () => {
    judge = await ReviewServer.start();
    hook = await ReviewServer.start({ asksForCertificate: false });
    const webhook = { configFile: await judge.configFile(), version: 'v1', ...NO_CACHE } as const;
    const authorization = { modes: ['RBAC', 'Webhook'] as const, policyFile: undefined, webhook };
    server = await AdmissionServer.start({ authorization }, { clock });
  });
  beforeEach(() => (hook.always = allow));
  afterEach(async () => {
    await server.clean();
    judge.reset();
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await judge.close();
    await hook.close();
  });

  const validate = async (spec: Fields): Promise<void> => {
    await server.make(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name: 'asks' },
      spec: { matchConstraints: MATCH, ...spec },
    });
    await server.make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name: 'asks' },
      spec: { policyName: 'asks', validationActions: ['Deny'] },
    });
  };
  /** Attributes of the questions about the account. */
  const asked = (): unknown[] =>
    judge.calls.map(({ body }) => body.spec).filter(({ user }) => user === 'system:serviceaccount:default:robot');

  it('D-160 a validation waits for the webhook, and has its decision', async () => {
    await validate({ validations: [{ expression: `${MAY}.check('get').allowed()`, message: 'the robot may not' }] });
    judge.status = () => ({ allowed: true });
    expect((await server.createConfigMap('a')).code).toBe(201);
    judge.status = () => ({ allowed: false, reason: 'never' });
    const refused = await server.createConfigMap('b');
    expect([refused.code, refused.json['message']]).toEqual([422, expect.stringMatching(/the robot may not$/)]);
    expect(asked()).toEqual(
      ['a', 'b'].map((name) => ({
        user: 'system:serviceaccount:default:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
        resourceAttributes: { verb: 'get', version: '*', resource: 'secrets', name },
      })),
    );
  });

  it('selectors of a question are sent as requirements, without those that cannot be parsed', async () => {
    const pods = "authorizer.serviceAccount('default', 'robot').group('').resource('pods').namespace('default')";
    const list = (selectors: string) => `${pods}${selectors}.check('list').allowed()`;
    const expressions = [
      list(`.fieldSelector('spec.nodeName=n1,metadata.name!=x').labelSelector('app in (b, a),!old,tier,zone!=z,n>1')`),
      list(`.fieldSelector('a').labelSelector('a in')`),
      list(`.fieldSelector('spec.nodeName=n2')`),
    ];
    await validate({ validations: expressions.map((expression) => ({ expression })) });
    judge.status = () => ({ allowed: true });
    expect((await server.createConfigMap('a')).code).toBe(201);
    const attributes = { namespace: 'default', verb: 'list', version: '*', resource: 'pods' };
    expect(asked().map((spec) => (spec as Fields)['resourceAttributes'])).toEqual([
      {
        ...attributes,
        fieldSelector: {
          requirements: [
            { key: 'metadata.name', operator: 'NotIn', values: ['x'] },
            { key: 'spec.nodeName', operator: 'In', values: ['n1'] },
          ],
        },
        labelSelector: {
          requirements: [
            { key: 'app', operator: 'In', values: ['a', 'b'] },
            { key: 'old', operator: 'DoesNotExist' },
            { key: 'tier', operator: 'Exists' },
            { key: 'zone', operator: 'NotIn', values: ['z'] },
          ],
        },
      },
      attributes,
      { ...attributes, fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n2'] }] } },
    ]);
  });

  it('each question of a request is asked once', async () => {
    await validate({
      variables: [{ name: 'may', expression: `${MAY}.check('get').allowed()` }],
      validations: [
        { expression: `variables.may && !${MAY}.check('delete').allowed()` },
        { expression: `variables.may || ${MAY}.check('get').allowed()` },
        { expression: `${MAY}.check('get').reason() == 'for get'` },
      ],
      auditAnnotations: [{ key: 'k', valueExpression: `string(${MAY}.check('delete').allowed())` }],
    });
    judge.status = ({ body }) => {
      const { verb } = body.spec['resourceAttributes'] as { readonly verb: string };
      return { allowed: verb === 'get', reason: `for ${verb}` };
    };
    const { code, text } = await server.createConfigMap('a');
    expect([code, text]).toEqual([201, expect.anything()]);
    expect(asked()).toMatchObject([
      { resourceAttributes: { verb: 'get' } },
      { resourceAttributes: { verb: 'delete' } },
    ]);
  });

  it.each([
    ['refuses the call', sendCode(403)],
    ['sends no review', sendJson({})],
  ])('has an error, but no failure of the policy, while the webhook %s', async (_what, answer) => {
    await validate({
      validations: [{ expression: `${MAY}.check('get').errored() && !${MAY}.check('get').allowed()` }],
    });
    judge.always = answer;
    expect((await server.createConfigMap('a')).code).toBe(201);
    judge.always = undefined;
    judge.status = () => ({ allowed: true });
    expect((await server.createConfigMap('b')).code).toBe(422);
  });

  it('others are served while a slow webhook decides', async () => {
    await validate({ validations: [{ expression: `${MAY}.check('get').allowed()` }] });
    let decide = (): void => undefined;
    const called = new Promise<void>((resolve) => {
      judge.hold = () => {
        resolve();
        return new Promise((decided) => (decide = decided));
      };
    });
    const answer = server.createConfigMap('a');
    await called;
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
    judge.status = () => ({ allowed: true });
    decide();
    expect((await answer).code).toBe(201);
  });

  it('a webhook that never answers ends in an error after the timeout of its calls', async () => {
    await validate({ validations: [{ expression: `!${MAY}.check('get').errored()` }] });
    const called = new Promise<void>((resolve) => {
      judge.hold = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const answer = server.createConfigMap('a');
    await called;
    clock.advance(30_000);
    expect((await answer).code).toBe(422);
  });

  it('a mutation has its decision', async () => {
    const expression = `Object{data: {"may": string(${MAY}.check('get').allowed())}}`;
    await server.make(`${REGISTRATION}/mutatingadmissionpolicies`, {
      metadata: { name: 'asks' },
      spec: {
        matchConstraints: MATCH,
        reinvocationPolicy: 'Never',
        matchConditions: [{ name: 'may', expression: `${MAY}.check('update').allowed()` }],
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
      },
    });
    await server.make(`${REGISTRATION}/mutatingadmissionpolicybindings`, {
      metadata: { name: 'asks' },
      spec: { policyName: 'asks' },
    });
    judge.status = () => ({ allowed: true });
    expect((await server.createConfigMap('a')).json).toMatchObject({ data: { a: '1', may: 'true' } });
    judge.status = () => ({});
    expect((await server.createConfigMap('b')).json['data']).toEqual({ a: '1' });
  });

  it.each(['mutating', 'validating'] as const)(
    'D-159 match conditions of a %s webhook have its decision',
    async (type) => {
      const matchConditions = [{ name: 'may', expression: `${MAY}.check('get').allowed()` }];
      await server.register(type, hook, [{ matchConditions }]);
      expect((await server.createConfigMap('a')).code).toBe(201);
      expect(hook.calls).toHaveLength(0);
      judge.status = () => ({ allowed: true });
      expect((await server.createConfigMap('b')).code).toBe(201);
      expect(hook.calls).toHaveLength(1);
    },
  );
});
