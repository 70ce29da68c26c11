import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';
import { CONFIG_MAPS, REGISTRATION } from '../../admission-server.fixture.js';
import type { Fields } from '../../review-answers.fixture.js';
import { AdmissionExpression, CostBudget, POLICY_BUDGET } from '../../expressions/admission-expression.js';

const rule = (more: Fields = {}): Fields => ({
  operations: ['CREATE', 'UPDATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
  ...more,
});
/** Denies what a variable, the object and the request say. */
const SMALL = 'size(object.data) < 2';

const MERGE = { 'content-type': 'application/merge-patch+json' };
const DENY_MISSING = { spec: { paramRef: { name: 'limit', parameterNotFoundAction: 'Deny' } } };

describe('ValidatingAdmissionPolicy', () => {
  let server: TestServer;
  let agent: Agent;
  const made: string[] = [];
  const send = (request: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const [method = '', path = ''] = request.split(' ');
    return server.call(path, {
      method,
      agent,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };
  const make = async (path: string, body: object) => {
    const { code, text, json } = await send(`POST ${path}`, body);
    if (code !== 201) throw new Error(text);
    made.push(`${path}/${(json['metadata'] as { name: string }).name}`);
  };
  const policy = (spec: Fields, name = 'tested') =>
    make(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name },
      spec: { matchConstraints: { resourceRules: [rule()] }, ...spec },
    });
  const bind = (spec: Fields = {}, name = 'bound', policyName = 'tested') =>
    make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name },
      spec: { policyName, validationActions: ['Deny'], ...spec },
    });
  const create = (name: string, data: Fields = {}, more: Fields = {}) =>
    send(`POST ${CONFIG_MAPS}`, { metadata: { name, ...more }, data });
  const both = { a: '1', b: '2' };

  beforeAll(async () => {
    server = await TestServer.start();
    agent = await server.admin();
  });
  afterEach(async () => {
    for (const path of made.splice(0).reverse()) await send(`DELETE ${path}`);
    await send(`DELETE ${CONFIG_MAPS}`);
  });
  afterAll(() => server.close());

  it('D-160 D-161 refuses what a validation says, once it is bound', async () => {
    await policy({ validations: [{ expression: SMALL }] });
    expect((await create('a', both)).code).toBe(201);
    await bind();
    const { code, json } = await create('b', both);
    expect(code).toBe(422);
    const why = `ValidatingAdmissionPolicy 'tested' with binding 'bound' denied request: failed expression: ${SMALL}`;
    expect(json).toMatchObject({
      message: `configmaps "b" is forbidden: ${why}`,
      reason: 'Invalid',
      details: { name: 'b', kind: 'configmaps', causes: [{ message: why }] },
    });
    expect((await create('b', { a: '1' })).code).toBe(201);
    await send(`DELETE ${made.pop()}`);
    expect((await create('c', both)).code).toBe(201);
  });

  it.each<[string, Fields, number, string, string]>([
    ['a message', { message: ' too large ' }, 422, 'Invalid', 'too large'],
    ['a computed message', { messageExpression: "'has ' + string(size(object.data))" }, 422, 'Invalid', 'has 2'],
    ['a message of two lines', { messageExpression: "'a\\nb'", message: 'one' }, 422, 'Invalid', 'one'],
    ['a reason', { message: 'no', reason: 'Forbidden' }, 403, 'Forbidden', 'no'],
    ['another reason', { message: 'no', reason: 'RequestEntityTooLarge' }, 413, 'RequestEntityTooLarge', 'no'],
    ['the default reason', { message: 'no', reason: 'Invalid' }, 422, 'Invalid', 'no'],
  ])('D-161 answers with %s', async (_what, more, code, reason, text) => {
    await policy({ validations: [{ expression: SMALL, ...more }] });
    await bind();
    const got = await create('a', both);
    expect([got.code, got.json['reason']]).toEqual([code, reason]);
    expect(got.json['message']).toMatch(new RegExp(`denied request: ${text}$`));
  });

  it('D-161 refuses policies with the reason Unauthorized, or an unknown one, as kube-apiserver does', async () => {
    for (const reason of ['Unauthorized', 'Odd'])
      await expect(policy({ validations: [{ expression: SMALL, reason }] })).rejects.toThrow(
        'supported values: \\"Forbidden\\", \\"Invalid\\", \\"RequestEntityTooLarge\\"',
      );
  });

  it('sees object, oldObject, request, namespaceObject, variables and authorizer', async () => {
    const expression = [
      "variables.name == 'a' && variables.long == 'a-default'",
      "request.operation == 'CREATE' ? oldObject == null : oldObject.data.a == '1'",
      "request.namespace == 'default' && namespaceObject.metadata.name == 'default'",
      "authorizer.group('').resource('secrets').namespace('default').check('get').allowed()",
      "authorizer.requestResource.check('delete').allowed()",
    ].join(' && ');
    await policy({
      variables: [
        { name: 'name', expression: 'object.metadata.name' },
        { name: 'long', expression: "variables.name + '-' + object.metadata.namespace" },
      ],
      validations: [{ expression }],
    });
    await bind();
    expect(await create('a', { a: '1' })).toMatchObject({ code: 201 });
    expect(await send(`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, data: { a: '2' } })).toMatchObject({
      code: 200,
    });
    expect((await create('b', { a: '1' })).code).toBe(422);
  });

  it.each([
    ['Fail', 422],
    [undefined, 422],
    ['Ignore', 201],
  ])('D-163 with failure policy %s answers %d where an expression cannot be evaluated', async (failurePolicy, code) => {
    await policy({ failurePolicy, validations: [{ expression: "object.data.none == '1'" }] });
    await bind();
    const got = await create('a', both);
    expect(got.code).toBe(code);
    if (code === 422)
      expect(got.json['message']).toContain(
        "expression 'object.data.none == '1'' resulted in error: no such key: none",
      );
  });

  it('D-162 warns instead of refusing where the binding says so', async () => {
    await policy({ validations: [{ expression: SMALL, message: 'too large' }] });
    await bind({ validationActions: ['Warn', 'Audit'] });
    const { code, headers } = await create('a', both);
    expect(code).toBe(201);
    expect(headers['warning']).toContain(
      "Validation failed for ValidatingAdmissionPolicy 'tested' with binding 'bound': too large",
    );
  });

  it('D-163 uses a parameter, a variable and a computed message; without the parameter Deny refuses', async () => {
    await policy({
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConditions: [{ name: 'not-the-parameter', expression: "object.metadata.name != 'limit'" }],
      variables: [{ name: 'max', expression: 'int(params.data.max)' }],
      validations: [
        { expression: 'size(object.data) <= variables.max', messageExpression: "'at most ' + string(variables.max)" },
      ],
    });
    await bind({ paramRef: { name: 'limit', parameterNotFoundAction: 'Allow' } });
    await make(CONFIG_MAPS, { metadata: { name: 'limit' }, data: { max: '1' } });
    await send(`PATCH ${REGISTRATION}/validatingadmissionpolicybindings/bound`, DENY_MISSING, MERGE);
    expect((await create('a', { a: '1' })).code).toBe(201);
    expect((await create('b', both)).json['message']).toMatch(/denied request: at most 1$/);
    await send(`DELETE ${made.pop()}`);
    expect((await create('c', { a: '1' })).json['message']).toContain('no params found for policy binding');
  });

  it('D-162 Deny and Warn exclude each other', async () => {
    await policy({ validations: [{ expression: SMALL }] });
    await expect(bind({ validationActions: ['Deny', 'Warn'] })).rejects.toThrow('must not contain both Deny and Warn');
  });

  it.each(['policies', 'policybindings'])('counts of checks go with %s', async (deleted) => {
    await policy({ validations: [{ expression: SMALL }] });
    await bind();
    await create('a', both);
    const counts = async () =>
      (await send('GET /metrics')).text
        .split('\n')
        .filter((line) => /^apiserver_validating_admission_policy_check_(total|duration_seconds_count)\{/.test(line));
    expect(await counts()).toHaveLength(2);
    const path = made.find((one) => one.includes(`validatingadmission${deleted}/`))!;
    made.splice(made.indexOf(path), 1);
    expect((await send(`DELETE ${path}`)).code).toBe(200);
    expect(await counts()).toEqual([]);
  });

  it('checks are counted by policy, binding and action', async () => {
    await policy({ validations: [{ expression: SMALL }, { expression: "object.data.none == '1'" }] });
    await bind({ validationActions: ['Warn', 'Audit'] });
    await create('a', both);
    const { text } = await send('GET /metrics');
    for (const [error, action] of [
      ['no_error', 'warn'],
      ['no_error', 'audit'],
      ['invalid_error', 'warn'],
    ])
      expect(text).toContain(
        `apiserver_validating_admission_policy_check_total{policy="tested",policy_binding="bound",error_type="${error}",enforcement_action="${action}"}`,
      );
  });

  it('objects that do not exist have no fields', async () => {
    await policy({ validations: [{ expression: '!has(oldObject.data) && !oldObject.?data.hasValue()' }] });
    await bind();
    expect((await create('a', both)).code).toBe(201);
    const { json } = await send(`PUT ${CONFIG_MAPS}/a`, { metadata: { name: 'a' }, data: { a: '2' } });
    expect(json['message']).toContain('failed expression');
  });

  it('stored expressions may use functions of later releases', async () => {
    // The functions of semantic versions are newer than the release that new expressions are checked with.
    const old = await TestServer.start({ emulatedMinor: 33 });
    const oldAgent = await old.admin();
    const post = (path: string, body: object) =>
      old.call(path, { method: 'POST', agent: oldAgent, headers: { 'content-type': 'application/json' }, body });
    const spec = { matchConstraints: { resourceRules: [rule()] }, validations: [{ expression: "isSemver('1.0.0')" }] };
    const { json } = await post(`${REGISTRATION}/validatingadmissionpolicies`, { metadata: { name: 'p' }, spec });
    expect(json['message']).toContain("undeclared reference to 'isSemver'");
    const evaluation = new AdmissionExpression("isSemver('1.0.0')").evaluate({}, new CostBudget(POLICY_BUDGET));
    expect(evaluation.next().value).toBe(true);
    await old.close();
  });

  it('D-163 takes parameters by name and by selector, evaluated with each', async () => {
    await policy({
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConditions: [
        { name: 'tested', expression: "has(object.metadata.labels) && 'tested' in object.metadata.labels" },
      ],
      validations: [
        { expression: 'size(object.data) < int(params.data.max)', messageExpression: "'at most ' + params.data.max" },
      ],
    });
    const limit = (name: string, max: string) =>
      make(CONFIG_MAPS, { metadata: { name, labels: { limit: 'yes' } }, data: { max } });
    await limit('two', '3');
    await bind({ paramRef: { name: 'two', parameterNotFoundAction: 'Deny' } });
    const labels = { labels: { tested: '' } };
    expect((await create('a', both, labels)).code).toBe(201);
    await send(`DELETE ${made.pop()}`);
    await limit('one', '2');
    await bind({ paramRef: { selector: { matchLabels: { limit: 'yes' } }, parameterNotFoundAction: 'Deny' } });
    expect((await create('b', both, labels)).json['message']).toMatch(/at most 2$/);
  });

  it.each([
    ['Allow', 201, ''],
    [
      'Deny',
      422,
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    ],
  ])('D-163 without parameters and %s answers %d', async (parameterNotFoundAction, code, text) => {
    await policy({ paramKind: { apiVersion: 'v1', kind: 'Secret' }, validations: [{ expression: 'false' }] });
    await bind({ paramRef: { name: 'none', parameterNotFoundAction } });
    const got = await create('a');
    expect(got.code).toBe(code);
    expect(String(got.json['message'] ?? '')).toContain(text);
  });

  it('D-163 matches by rules, excluded rules, names, selectors of policy and binding', async () => {
    await policy({
      matchConstraints: {
        resourceRules: [rule({ resources: ['*'] })],
        excludeResourceRules: [rule({ resourceNames: ['free'] })],
        objectSelector: { matchLabels: { app: 'x' } },
      },
      validations: [{ expression: 'false' }],
    });
    await bind({ matchResources: { namespaceSelector: { matchLabels: { strict: 'yes' } } } });
    await make('/api/v1/namespaces', { metadata: { name: 'strict', labels: { strict: 'yes' } } });
    const labels = { labels: { app: 'x' } };
    const inStrict = (name: string, more: Fields = labels) =>
      send('POST /api/v1/namespaces/strict/configmaps', { metadata: { name, ...more } });
    expect((await create('a', {}, labels)).code).toBe(201);
    expect((await inStrict('free')).code).toBe(201);
    expect((await inStrict('other', {})).code).toBe(201);
    expect((await inStrict('held')).code).toBe(422);
  });

  it('is not asked about dead expressions: a run ends within its budget', async () => {
    await policy({
      validations: [{ expression: 'object.data.all(a, object.data.all(b, object.data.all(c, a + b + c != "")))' }],
    });
    await bind();
    const data = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, 'v']));
    expect((await create('a', data)).json['message']).toContain('cost limit exceeded');
  });

  it('does not hold up its own configuration', async () => {
    await policy({
      matchConstraints: {
        resourceRules: [rule({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] })],
      },
      validations: [{ expression: 'false' }],
    });
    await bind();
    expect((await send(`DELETE ${made.pop()}`)).code).toBe(200);
  });
});
