import { FakeClock } from '@orch/apimachinery';
import { silence } from '@orch/testing';
import { REGISTRATION } from '../admission-server.fixture.js';
import { allow, deny, patch, type Fields } from '../review-answers.fixture.js';
import {
  addStage,
  CONFIG_MAPS_OF_CASES,
  denyMarked,
  IN_NAMESPACE,
  NAMESPACE,
  ruleFor,
  SuiteWebhooks,
} from './suite-webhooks.fixture.js';

const JSON_PATCH = { 'content-type': 'application/json-patch+json' };
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };
const TYPES = ['mutating', 'validating'] as const;
const DEFINITIONS = '/apis/apiextensions.orch.io/v1/customresourcedefinitions';

const FREE: Fields = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
/** @param stored which version is the stored one. */
const versions = (stored: string, schema: Fields): Fields[] =>
  ['v1', 'v2'].map((name) => ({
    name,
    served: true,
    storage: name === stored,
    schema: { openAPIV3Schema: schema },
  }));
const definition = (group: string, schema: Fields = FREE): Fields => ({
  metadata: { name: `cases.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'cases', singular: 'case', kind: 'Case', listKind: 'CaseList' },
    versions: versions('v1', schema),
  },
});

/** Cases that suites for clusters test of admission webhooks, here with the URL of a webhook. */
describe('cases of admission webhooks', () => {
  let suite: SuiteWebhooks;
  const send: SuiteWebhooks['server']['send'] = (...request) => suite.server.send(...request);
  const configurations = (type: string): string => `${REGISTRATION}/${type}webhookconfigurations`;
  /** A group of its own for each case: a definition is deleted in the background. */
  let group = '';
  let groups = 0;
  const objects = (): string => `/apis/${group}/v1/namespaces/${NAMESPACE}/cases`;
  const define = async (schema?: Fields): Promise<void> => {
    await suite.server.make(DEFINITIONS, definition(group, schema));
    await suite.server.served(objects());
  };
  const custom = (name: string, data: Fields): Fields => ({
    apiVersion: `${group}/v1`,
    kind: 'Case',
    metadata: { name },
    data,
  });
  const customRule = (): Fields => ruleFor(['cases'], ['CREATE', 'UPDATE', 'DELETE'], group);

  beforeAll(async () => (suite = await SuiteWebhooks.start()));
  beforeEach(() => (group = `cases-${groups++}.example.com`));
  afterEach(() => suite.clean());
  afterAll(() => suite.close());

  it('discovery has the group, its version and both resources', async () => {
    const name = 'admissionregistration.orch.io';
    const { json: all } = await send('GET /apis');
    expect(all['groups']).toContainEqual(expect.objectContaining({ name }));
    const { json: one } = await send(`GET /apis/${name}`);
    expect(one['versions']).toContainEqual({ groupVersion: `${name}/v1`, version: 'v1' });
    const { json: resources } = await send(`GET ${REGISTRATION}`);
    const names = (resources['resources'] as Fields[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(TYPES.map((type) => `${type}webhookconfigurations`)));
  });

  it('pods and ConfigMaps are denied, created, updated or patched, but in a namespace that is exempt', async () => {
    const denyPods = deny({ message: 'no such pods', reason: 'disallowed', code: 403 });
    await suite.register('validating', [
      { rules: [ruleFor(['pods'], ['CREATE'])], answer: denyPods },
      { rules: [ruleFor(['configmaps'])], answer: denyMarked },
    ]);
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const refused = await send(`POST ${IN_NAMESPACE}/pods`, pod);
    expect([refused.code, refused.json['message']]).toEqual([
      403,
      'admission webhook "hook-0.example.com" denied the request: no such pods',
    ]);
    expect(await suite.createConfigMap('a', { verdict: 'deny' })).toMatchObject({
      code: 400,
      message: 'admission webhook "hook-1.example.com" denied the request: the data say deny',
    });
    expect((await suite.createConfigMap('a', { verdict: 'allow' })).code).toBe(201);
    const changed = { metadata: { name: 'a' }, data: { verdict: 'deny' } };
    expect((await send(`PUT ${CONFIG_MAPS_OF_CASES}/a`, changed)).code).toBe(400);
    expect((await send(`PATCH ${CONFIG_MAPS_OF_CASES}/a`, changed, MERGE_PATCH)).code).toBe(400);
    expect((await send(`GET ${CONFIG_MAPS_OF_CASES}/a`)).json['data']).toEqual({ verdict: 'allow' });
    const exempt = await suite.server.createConfigMap('a', { data: { verdict: 'deny' } });
    expect(exempt.code).toBe(201);
  });

  it('attaching to a pod is denied', async () => {
    const answer = deny({ message: 'attaching is not allowed', code: 403 });
    await suite.register('validating', [{ rules: [ruleFor(['pods/attach'], ['CONNECT'])], answer }]);
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    expect((await send(`POST ${IN_NAMESPACE}/pods`, pod)).code).toBe(201);
    const { code, json } = await send(`POST ${IN_NAMESPACE}/pods/p/attach?stdout=true`);
    expect([code, json['message']]).toEqual([
      403,
      'admission webhook "hook-0.example.com" denied the request: attaching is not allowed',
    ]);
  });

  it('custom objects are denied: created, updated and deleted', async () => {
    await define();
    await suite.register('validating', [{ rules: [customRule()], answer: denyMarked }]);
    expect((await send(`POST ${objects()}`, custom('a', { verdict: 'deny' }))).code).toBe(400);
    expect((await send(`POST ${objects()}`, custom('a', { verdict: 'allow' }))).code).toBe(201);
    const toDeny = { data: { verdict: 'deny' } };
    const { code, json } = await send(`PATCH ${objects()}/a`, toDeny, MERGE_PATCH);
    expect([code, json['message']]).toEqual([
      400,
      'admission webhook "hook-0.example.com" denied the request: the data say deny',
    ]);
    await suite.server.removeLast();
    expect((await send(`PATCH ${objects()}/a`, toDeny, MERGE_PATCH)).code).toBe(200);
    await suite.register('validating', [{ rules: [customRule()], answer: denyMarked }]);
    expect((await send(`DELETE ${objects()}/a`)).code).toBe(400);
    await suite.server.removeLast();
    expect((await send(`PATCH ${objects()}/a`, { data: { verdict: 'allow' } }, MERGE_PATCH)).code).toBe(200);
    await suite.register('validating', [{ rules: [customRule()], answer: denyMarked }]);
    expect((await send(`DELETE ${objects()}/a`)).code).toBe(200);
  });

  it('one that cannot be reached fails closed', async () => {
    await suite.hook.stopListening();
    await suite.register('validating', [{ rules: [ruleFor(['configmaps'])], failurePolicy: 'Fail' }]);
    const { code, message } = await suite.createConfigMap('a', {});
    expect([code, message]).toEqual([500, expect.stringContaining('failed calling webhook "hook-0.example.com"')]);
    await suite.hook.listen();
  });

  it('ConfigMaps are changed by one webhook after the other', async () => {
    await suite.register('mutating', [
      { rules: [ruleFor(['configmaps'])], answer: addStage('start', 'one') },
      { rules: [ruleFor(['configmaps'])], answer: addStage('one', 'two') },
    ]);
    expect((await suite.createConfigMap('a', { start: 'yes' })).data).toEqual({ start: 'yes', one: 'yes', two: 'yes' });
    expect((await suite.createConfigMap('b', { start: 'no' })).data).toEqual({ start: 'no' });
  });

  it('a pod is changed, and gets its defaults after that', async () => {
    const value = [{ name: 'added', image: 'i', resources: {} }];
    const answer = patch({ op: 'add', path: '/spec/initContainers', value });
    await suite.register('mutating', [{ rules: [ruleFor(['pods'], ['CREATE'])], answer }]);
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const { json } = await send(`POST ${IN_NAMESPACE}/pods`, pod);
    expect(json).toMatchObject({
      spec: { initContainers: [{ name: 'added', terminationMessagePolicy: 'File', imagePullPolicy: 'Always' }] },
    });
  });

  it('configurations of webhooks are neither changed nor kept', async () => {
    const everywhere = { namespaceSelector: {} };
    const ofConfigurations = ruleFor(['*webhookconfigurations'], ['*'], 'admissionregistration.orch.io');
    const rules = [{ ...ofConfigurations, resources: TYPES.map((type) => `${type}webhookconfigurations`) }];
    const label = patch({ op: 'add', path: '/metadata/labels', value: { changed: 'yes' } });
    await suite.register('validating', [{ ...everywhere, rules, answer: deny() }], 'blocking');
    await suite.register('mutating', [{ ...everywhere, rules, answer: label }], 'changing');
    for (const type of TYPES) {
      await suite.register(type, [{}], `dummy-${type}`);
      const path = `${configurations(type)}/dummy-${type}`;
      expect((await send(`GET ${path}`)).json['metadata']).not.toHaveProperty('labels');
      await suite.server.removeLast();
      expect((await send(`GET ${path}`)).code).toBe(404);
    }
    expect(suite.requests).toEqual([]);
  });

  it.each<[string, Fields | undefined, Fields]>([
    ['as they are', undefined, { start: 'yes', one: 'yes', two: 'yes' }],
    [
      'without what the schema does not have',
      { type: 'object', properties: { data: { type: 'object', properties: { start: { type: 'string' }, one: { type: 'string' } } } } },
      { start: 'yes', one: 'yes' },
    ],
  ])('changes of custom objects are stored %s', async (_how, schema, data) => {
    await define(schema);
    await suite.register('mutating', [
      { rules: [customRule()], answer: addStage('start', 'one') },
      { rules: [customRule()], answer: addStage('one', 'two') },
    ]);
    expect((await send(`POST ${objects()}`, custom('a', { start: 'yes' }))).json['data']).toEqual(data);
    expect((await send(`GET ${objects()}/a`)).json['data']).toEqual(data);
  }); // prettier-ignore

  it('definitions of custom kinds are denied', async () => {
    const rules = [ruleFor(['customresourcedefinitions'], ['CREATE'], 'apiextensions.orch.io')];
    const answer = deny({ message: 'no definitions' });
    await suite.register('validating', [{ rules, namespaceSelector: {}, answer }]);
    const { code, json } = await send(`POST ${DEFINITIONS}`, definition(group));
    expect([code, json['message']]).toEqual([
      400,
      'admission webhook "hook-0.example.com" denied the request: no definitions',
    ]);
    expect((await send(`GET ${DEFINITIONS}/cases.${group}`)).code).toBe(404);
  });

  it('custom objects are changed after another version has become the stored one', async () => {
    await define();
    const rules = [{ ...customRule(), apiVersions: ['v1'] }];
    await suite.register('mutating', [
      { rules, answer: addStage('start', 'one') },
      { rules, answer: addStage('one', 'two') },
    ]);
    const staged = { start: 'yes', one: 'yes', two: 'yes' };
    expect((await send(`POST ${objects()}`, custom('a', { start: 'yes' }))).json['data']).toEqual(staged);
    const stored = { spec: { versions: versions('v2', FREE) } };
    expect((await send(`PATCH ${DEFINITIONS}/cases.${group}`, stored, MERGE_PATCH)).code).toBe(200);
    const { code, json } = await send(`PATCH ${objects()}/a`, { data: { more: 'yes' } }, MERGE_PATCH);
    expect([code, json['data']]).toEqual([200, { ...staged, more: 'yes' }]);
    expect(suite.requests.at(-1)).toMatchObject({ operation: 'UPDATE', object: { apiVersion: `${group}/v1` } });
  });

  describe.each(TYPES)('of %s configurations', (type) => {
    /** Whether the webhook took part in a create. */
    const takesPart = async (name: string): Promise<boolean> => {
      const { code, data } = await suite.createConfigMap(name, { verdict: 'deny', start: 'yes' });
      return type === 'validating' ? code === 400 : data['one'] === 'yes';
    };
    const webhook = {
      rules: [ruleFor(['configmaps'], ['CREATE'])],
      answer: type === 'validating' ? denyMarked : addStage('start', 'one'),
    };

    it('one that is updated or patched is in force with the answer', async () => {
      await suite.register(type, [webhook]);
      const path = `${configurations(type)}/${type}`;
      expect(await takesPart('a')).toBe(true);
      const { json } = await send(`GET ${path}`);
      const [first] = json['webhooks'] as Fields[];
      const onlyUpdates = { ...first, rules: [ruleFor(['configmaps'], ['UPDATE'])] };
      expect((await send(`PUT ${path}`, { ...json, webhooks: [onlyUpdates] })).code).toBe(200);
      expect(await takesPart('b')).toBe(false);
      const back = [{ op: 'replace', path: '/webhooks/0/rules/0/operations', value: ['CREATE'] }];
      expect((await send(`PATCH ${path}`, back, JSON_PATCH)).code).toBe(200);
      expect(await takesPart('c')).toBe(true);
    });

    it('ten are listed by a label, and deleted by it', async () => {
      const label = encodeURIComponent('listed=yes');
      for (let at = 0; at < 10; at++) {
        await suite.register(type, [webhook], `${type}-${at}`);
        const path = `${configurations(type)}/${type}-${at}`;
        await send(`PATCH ${path}`, { metadata: { labels: { listed: 'yes' } } }, MERGE_PATCH);
      }
      const { json } = await send(`GET ${configurations(type)}?labelSelector=${label}`);
      expect(json['items']).toHaveLength(10);
      expect(await takesPart('a')).toBe(true);
      expect((await send(`DELETE ${configurations(type)}?labelSelector=${label}`)).code).toBe(200);
      expect(await takesPart('b')).toBe(false);
    });

    it('match conditions are kept, and changed', async () => {
      const one = { name: 'expression-1', expression: "object.metadata.namespace == 'production'" };
      const two = { name: 'expression-2', expression: "object.metadata.namespace == 'staging'" };
      await suite.register(type, [{ ...webhook, matchConditions: [one] }]);
      const path = `${configurations(type)}/${type}`;
      const conditions = async (): Promise<unknown> =>
        ((await send(`GET ${path}`)).json['webhooks'] as Fields[])[0]!['matchConditions'];
      expect(await conditions()).toEqual([one]);
      const changed = [{ op: 'add', path: '/webhooks/0/matchConditions/-', value: two }];
      expect((await send(`PATCH ${path}`, changed, JSON_PATCH)).code).toBe(200);
      expect(await conditions()).toEqual([one, two]);
    });

    it('one with a match condition that does not compile is refused', async () => {
      const matchConditions = [{ name: 'invalid-expression-1', expression: '... [] bad expression' }];
      await expect(suite.register(type, [{ ...webhook, matchConditions }])).rejects.toThrow('compilation failed');
      expect((await send(`GET ${configurations(type)}/${type}`)).code).toBe(404);
    });
  });

  it('match conditions exempt one name', async () => {
    const matchConditions = [{ name: 'skip-me', expression: "object.metadata.name != 'skip-me'" }];
    await suite.register('mutating', [
      { rules: [ruleFor(['configmaps'], ['CREATE'])], matchConditions, answer: addStage('start', 'one') },
    ]);
    expect((await suite.createConfigMap('skip-me', { start: 'yes' })).data).toEqual({ start: 'yes' });
    expect((await suite.createConfigMap('change-me', { start: 'yes' })).data).toEqual({ start: 'yes', one: 'yes' });
  });
});

describe('a webhook that needs five seconds', () => {
  const clock = new FakeClock(Date.now());
  let suite: SuiteWebhooks;

  beforeAll(async () => (suite = await SuiteWebhooks.start({}, { clock })));
  afterEach(() => suite.clean());
  afterAll(() => suite.close());

  it.each<[Fields, number]>([
    [{ timeoutSeconds: 1, failurePolicy: 'Fail' }, 500],
    [{ timeoutSeconds: 1, failurePolicy: 'Ignore' }, 201],
    [{ timeoutSeconds: 10, failurePolicy: 'Fail' }, 201],
    [{ failurePolicy: 'Fail' }, 201],
  ])('with %j: %i', async (settings, code) => {
    let answerNow: (() => void) | undefined;
    const called = new Promise<void>((resolve) => (suite.hook.onCall = resolve));
    const isLate = settings['timeoutSeconds'] === 1;
    const answer = isLate ? silence : allow;
    if (!isLate) suite.hook.hold = () => new Promise((resolve) => (answerNow = resolve));
    await suite.register('validating', [{ rules: [ruleFor(['configmaps'])], ...settings, answer }]);
    const created = suite.createConfigMap('a', {});
    await called;
    clock.advance(5_000);
    answerNow?.();
    const { code: got, message = '' } = await created;
    expect([got, message.includes('context deadline exceeded')]).toEqual([code, code === 500]);
  });
});
