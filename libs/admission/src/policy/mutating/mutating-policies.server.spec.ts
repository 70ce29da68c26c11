import { ReviewServer } from '@orch/testing';
import { AdmissionServer, CONFIG_MAPS, CONFIG_MAP_RULE, REGISTRATION } from '../../admission-server.fixture.js';
import { allow, patch, reviewed, patched, setData, type Fields } from '../../review-answers.fixture.js';

const apply = (expression: string): Fields => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const jsonPatch = (expression: string): Fields => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const CONTAINERS = 'Object.spec.template.spec.containers';

describe('MutatingAdmissionPolicy', () => {
  let server: AdmissionServer;
  const policy = (mutations: readonly Fields[], more: Fields = {}, name = 'p') =>
    server.make(`${REGISTRATION}/mutatingadmissionpolicies`, {
      metadata: { name },
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              ...CONFIG_MAP_RULE,
              apiGroups: ['', 'apps'],
              resources: ['configmaps', 'deployments', 'deployments/scale'],
            },
          ],
        },
        reinvocationPolicy: 'Never',
        mutations,
        ...more,
      },
    });
  const bind = (spec: Fields = {}, name = 'b', policyName = 'p') =>
    server.make(`${REGISTRATION}/mutatingadmissionpolicybindings`, {
      metadata: { name },
      spec: { policyName, ...spec },
    });
  const both = async (mutations: readonly Fields[], more: Fields = {}, binding: Fields = {}, name = 'p') => {
    await policy(mutations, more, name);
    await bind(binding, `bind-${name}`, name);
  };
  const refused = (message: string): object => ({
    code: 403,
    json: {
      message: `policy 'p' with binding 'bind-p' denied request: ${message}`,
      reason: 'Invalid',
      code: 403,
      details: {
        name: 'a',
        kind: 'configmaps',
        causes: [{ message: `policy 'p' with binding 'bind-p' denied request: ${message}` }],
      },
    },
  });
  const deployment = (more: Fields = {}) => ({
    metadata: { name: 'd' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'x', image: 'i' }] } },
      ...more,
    },
  });
  const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

  beforeAll(async () => (server = await AdmissionServer.start()));
  afterEach(async () => {
    await server.clean();
    await server.send(`DELETE ${DEPLOYMENTS}`);
  });
  afterAll(() => server.close());

  it('changes objects once it is bound, and no more after', async () => {
    await policy([apply('Object{metadata: Object.metadata{labels: {"x": "1"}}}')]);
    expect((await server.createConfigMap('a')).json).not.toHaveProperty('metadata.labels');
    await bind();
    expect((await server.createConfigMap('b')).json).toMatchObject({ metadata: { labels: { x: '1' } } });
    expect((await server.send(`GET ${CONFIG_MAPS}/b`)).json).toMatchObject({ metadata: { labels: { x: '1' } } });
    await server.removeLast();
    expect((await server.createConfigMap('c')).json).not.toHaveProperty('metadata.labels');
  });

  it.each<[string, string, object]>([
    ['adds to a map', 'Object{data: {"b": object.data.a + "!"}}', { data: { a: '1', b: '1!' } }],
    ['leaves out absent optional fields', 'Object{?data: optional.none(), metadata: Object.metadata{?labels: optional.of({"a": "b"})}}', { data: { a: '1' }, metadata: { labels: { a: 'b' } } }],
    ['keeps the kind', 'Object{kind: "Pod"}', { kind: 'ConfigMap', data: { a: '1' } }],
    ['sees request, namespaceObject and authorizer', 'Object{data: {"b": namespaceObject.metadata.name + request.operation + string(authorizer.requestResource.check("get").allowed())}}', { data: { b: 'defaultCREATEtrue' } }],
  ])('ApplyConfiguration %s', async (_what, expression, result) => {
    await both([apply(expression)]);
    expect(await server.createConfigMap('a')).toMatchObject({ code: 201, json: result });
  }); // prettier-ignore

  it.each<[string, string, string]>([
    ['an undeclared field', 'Object{nope: "x"}', 'error applying patch: failed to convert patch object to typed object: .nope: field not declared in schema'],
    ['another type', 'Object{data: {"b": 2}}', 'error applying patch: failed to convert patch object to typed object: .data.b: expected string, got &value.valueUnstructured{Value:2}'],
    ['null', 'Object{data: {"b": dyn(null)}}', 'error applying patch: failed to convert patch object to typed object: .data.b: expected string, got &value.valueUnstructured{Value:0}'],
    ['another type name', 'Object{metadata: Object.wrong{labels: {"x": "1"}}}', 'type mismatch: unexpected type name "Object.wrong", expected "Object.metadata", which matches field name path from root Object type'],
    ['a failure', 'Object{data: {"b": object.data.none}}', 'expression \'Object{data: {"b": object.data.none}}\' resulted in error: no such key: none'],
  ])('ApplyConfiguration with %s refuses, or is ignored by failure policy', async (_what, expression, message) => {
    await both([apply(expression)]);
    expect(await server.createConfigMap('a')).toMatchObject(refused(message));
    await server.clean();
    await both([apply(expression)], { failurePolicy: 'Ignore' });
    expect(await server.createConfigMap('a')).toMatchObject({ code: 201, json: { data: { a: '1' } } });
  }); // prettier-ignore

  it('refuses patches that repeat a text of the object more often than it could be stored', async () => {
    const keys = `[${Array.from({ length: 30 }, (_, index) => `'/data/k${index}'`).join(', ')}]`;
    await both([jsonPatch(`${keys}.map(path, JSONPatch{op: "add", path: path, value: object.data.a})`)]);
    const { code, json } = await server.createConfigMap('a', { data: { a: 'x'.repeat(400_000) } });
    expect([code, json.message]).toEqual([
      403,
      "policy 'p' with binding 'bind-p' denied request: the patches of all policies have more than 8388608 characters",
    ]);
    expect((await server.createConfigMap('b', { data: { a: 'x'.repeat(10_000) } })).code).toBe(201);
  });

  it('refuses patches that repeat many small values of the object', async () => {
    const tests = `[${Array.from({ length: 15 }, () => 0).join(', ')}].map(i, JSONPatch{op: "test", path: "/data", value: object.data})`;
    await both([jsonPatch(tests), jsonPatch(tests)]);
    const data = (keys: number): object => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, '']));
    expect((await server.createConfigMap('a', { data: data(10_000) })).json['message']).toContain(
      'cost limit exceeded',
    );
    expect((await server.createConfigMap('b', { data: data(1_000) })).code).toBe(201);
  });

  it('refuses a configuration of 20,000 changed values, and applies one of 10,000', async () => {
    await both([
      apply('Object{immutable: false, data: object.data}'),
      apply('Object{data: object.data.transformMap(k, v, v + "!")}'),
    ]);
    const data = (keys: number): object => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 'v']));
    expect((await server.createConfigMap('a', { data: data(20_000) })).json['message']).toContain(
      'cost limit exceeded',
    );
    const { code, json } = await server.createConfigMap('b', { data: data(10_000) });
    expect([code, Object.values(json['data'] as object).every((value) => value === 'v!')]).toEqual([201, true]);
  });

  it.each([
    ['JSONPatch', jsonPatch('[JSONPatch{op: "add", path: "/data", value: variables.v19}]')],
    ['ApplyConfiguration', apply('Object{data: {"a": variables.v19}}')],
  ])('refuses a %s of a value that its variables double', async (_type, mutation) => {
    const doubled = Array.from({ length: 19 }, (_, i) => ({
      name: `v${i + 1}`,
      expression: `[variables.v${i}, variables.v${i}]`,
    }));
    await both([mutation], { variables: [{ name: 'v0', expression: '[1]' }, ...doubled] });
    expect((await server.createConfigMap('a')).json['message']).toContain('cost limit exceeded');
  });

  it('ApplyConfiguration merges items by key, computes from the object, and refuses atomic parts', async () => {
    const env = `${CONTAINERS}.env{name: "E", value: "v"}`;
    const pods = `Object.spec.template.spec{containers: [${CONTAINERS}{name: "x", env: [${env}]}]}`;
    const spec = `Object.spec{replicas: object.spec.replicas + 2, template: Object.spec.template{spec: ${pods}}}`;
    await both([apply(`Object{spec: ${spec}}`)]);
    expect(await server.send(`POST ${DEPLOYMENTS}`, deployment())).toMatchObject({
      code: 201,
      json: {
        spec: {
          replicas: 3,
          template: { spec: { containers: [{ name: 'x', image: 'i', env: [{ name: 'E', value: 'v' }] }] } },
        },
      },
    });
    await server.clean();
    await both([apply('Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"c": "d"}}}}')]);
    const { json } = await server.send(`POST ${DEPLOYMENTS}`, { ...deployment(), metadata: { name: 'e' } });
    expect(json['message']).toContain(
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector',
    );
  });

  it('ApplyConfiguration changes the kind of a sub-resource that has its own', async () => {
    await server.send(`POST ${DEPLOYMENTS}`, deployment());
    await both([apply('Object{spec: Object.spec{replicas: 5}}')]);
    const { json } = await server.send(`PUT ${DEPLOYMENTS}/d/scale`, {
      metadata: { name: 'd' },
      spec: { replicas: 2 },
    });
    expect(json).toMatchObject({ kind: 'Scale', spec: { replicas: 5 } });
  });

  it.each<[string, string, object]>([
    ['adds', '[JSONPatch{op: "add", path: "/data/b", value: "2"}]', { data: { a: '1', b: '2' } }],
    ['escapes keys', '[JSONPatch{op: "add", path: "/metadata/labels", value: {}}, JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a.b/c"), value: "2"}]', { metadata: { labels: { 'a.b/c': '2' } } }],
    ['copies and moves', '[JSONPatch{op: "copy", from: "/data/a", path: "/data/b"}, JSONPatch{op: "move", from: "/data/a", path: "/data/c"}]', { data: { b: '1', c: '1' } }],
    ['with a test that holds', '[JSONPatch{op: "test", path: "/data/a", value: "1"}, JSONPatch{op: "add", path: "/data/b", value: "2"}]', { data: { a: '1', b: '2' } }],
    ['with a test that does not hold changes nothing', '[JSONPatch{op: "test", path: "/data/a", value: "9"}, JSONPatch{op: "add", path: "/data/b", value: "2"}]', { data: { a: '1' } }],
    ['converts durations', '[JSONPatch{op: "add", path: "/data/b", value: duration("1h")}]', { data: { b: '3600s' } }],
  ])('JSONPatch %s', async (_what, expression, result) => {
    await both([jsonPatch(expression)]);
    expect(await server.createConfigMap('a')).toMatchObject({ code: 201, json: result });
  }); // prettier-ignore

  it.each<[string, string, string]>([
    ['a path below nothing', '[JSONPatch{op: "add", path: "/x/y", value: "2"}]', 'JSON Patch: add operation does not apply: doc is missing path: "/x/y": missing value'],
    ['a missing key', '[JSONPatch{op: "remove", path: "/data/zz"}]', "JSON Patch: error in remove for path: '/data/zz': Unable to remove nonexistent key: zz: missing value"],
    ['another operation', '[JSONPatch{op: "foo", path: "/data/zz", value: "x"}]', 'JSON Patch: Unexpected kind: foo'],
    ['a value without JSON form', '[JSONPatch{op: "add", path: "/data/b", value: quantity("1")}]', "JSONPath valueExpression evaluated to a type that could not marshal to JSON: type conversion error from 'Quantity' to '*structpb.Value'"],
  ])('JSONPatch with %s refuses', async (_what, expression, message) => {
    await both([jsonPatch(expression)]);
    expect(await server.createConfigMap('a')).toMatchObject(refused(message));
  }); // prettier-ignore

  it.each([
    ['unknown fields', '"/nope", value: "x"', 'strict decoding error: unknown field "nope"'],
    ['other types', '"/data/b", value: 2', 'json: cannot unmarshal number into Go struct field ConfigMap.data of type string'],
  ])('JSONPatch that sets %s is an internal error, whatever the failure policy is', async (_what, rest, message) => {
    await both([jsonPatch(`[JSONPatch{op: "add", path: ${rest}}]`)], { failurePolicy: 'Ignore' });
    expect(await server.createConfigMap('a')).toMatchObject({ code: 500, json: { message: `Internal error occurred: ${message}` } });
  }); // prettier-ignore

  it('an invalid result is refused by validation', async () => {
    await both([apply('Object{metadata: Object.metadata{labels: {"x": "not valid!"}}}')]);
    expect((await server.createConfigMap('a')).code).toBe(422);
  });

  it('mutations see those before them, and go on after one that fails', async () => {
    await both([
      apply('Object{data: {"b": "2"}}'),
      jsonPatch('[JSONPatch{op: "add", path: "/data/c", value: object.data.b + variables.v}]'),
    ], { variables: [{ name: 'v', expression: 'object.data.b + "v"' }] }); // prettier-ignore
    expect((await server.createConfigMap('a')).json['data']).toEqual({ a: '1', b: '2', c: '22v' });
    await server.clean();
    await both([
      apply('Object{data: {"b": object.data.none}}'),
      jsonPatch('[JSONPatch{op: "add", path: "/x/y", value: "x"}]'),
    ]);
    const { json } = await server.createConfigMap('a');
    expect((json['details'] as { causes: object[] }).causes).toHaveLength(2);
  });

  it('match conditions decide; one that fails refuses, or skips the policy', async () => {
    const when = (expression: string, more: Fields = {}) =>
      both([apply('Object{data: {"b": "1"}}')], { matchConditions: [{ name: 'c', expression }], ...more });
    await when('object.metadata.name == "other"');
    expect((await server.createConfigMap('a')).json['data']).toEqual({ a: '1' });
    await server.clean();
    await when('object.data.none == "1"');
    expect(await server.createConfigMap('a')).toMatchObject(
      refused('expression \'object.data.none == "1"\' resulted in error: no such key: none'),
    );
    await server.clean();
    await when('object.data.none == "1"', { failurePolicy: 'Ignore' });
    expect((await server.createConfigMap('a')).json['data']).toEqual({ a: '1' });
  });

  it('takes parameters; where there are none the action decides', async () => {
    const spec = { paramKind: { apiVersion: 'v1', kind: 'Secret' } };
    const mutation = apply('Object{data: {"b": string(params.metadata.name)}}');
    await both([mutation], spec, { paramRef: { name: 's', parameterNotFoundAction: 'Deny' } });
    expect(await server.createConfigMap('a')).toMatchObject({
      code: 403,
      json: {
        message:
          "policy 'p' with binding 'bind-p' denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
        reason: 'Forbidden',
      },
    });
    await server.make('/api/v1/namespaces/default/secrets', { metadata: { name: 's' } });
    expect((await server.createConfigMap('a')).json['data']).toEqual({ a: '1', b: 's' });
  });

  it('runs again in a second round when it asks for it', async () => {
    const count = apply('Object{data: {"n": has(object.data.n) ? object.data.n + "x" : "x"}}');
    await both([count], { reinvocationPolicy: 'IfNeeded' });
    expect((await server.createConfigMap('a')).json['data']).toEqual({ a: '1', n: 'xx' });
    await server.clean();
    await both([count]);
    expect((await server.createConfigMap('a')).json['data']).toEqual({ a: '1', n: 'x' });
  });

  it('updates and patches are changed, deletes are not', async () => {
    await server.createConfigMap('a');
    await both([apply('Object{data: {"by": request.operation}}')]);
    const merge = { 'content-type': 'application/merge-patch+json' };
    const { json } = await server.send(`PATCH ${CONFIG_MAPS}/a`, { data: { b: '2' } }, merge);
    expect(json['data']).toEqual({ a: '1', b: '2', by: 'UPDATE' });
    expect((await server.send(`DELETE ${CONFIG_MAPS}/a`)).code).toBe(200);
  });

  it('an expression that costs too much refuses', async () => {
    const ten = '[0,1,2,3,4,5,6,7,8,9]';
    const nested = ['a', 'b', 'c', 'd', 'e', 'f'].reduceRight((inner, v) => `${ten}.all(${v}, ${inner})`, 'true');
    await both([apply(`Object{data: {"b": string(${nested})}}`)]);
    expect((await server.createConfigMap('a')).json['message']).toContain('cost limit exceeded');
  });

  describe('with webhooks', () => {
    let hook: ReviewServer;
    beforeAll(async () => (hook = await ReviewServer.start({ asksForCertificate: false })));
    afterEach(() => hook.reset());
    afterAll(() => hook.close());

    it('runs before mutating webhooks, and again after they changed the object', async () => {
      await both([apply('Object{data: {"seen": has(object.data.hook) ? "hook" : "none"}}')], {
        reinvocationPolicy: 'IfNeeded',
      });
      await server.register('mutating', hook, [{}]);
      hook.always = patch(setData('hook', '1'));
      expect((await server.createConfigMap('a')).json['data']).toEqual({ a: '1', hook: '1', seen: 'hook' });
      expect(hook.calls.map(({ body }) => (body.request['object'] as { data: object }).data)).toEqual([
        { a: '1', seen: 'none' },
      ]);
    });

    it('its change in the second round calls IfNeeded webhooks again', async () => {
      await both([apply('Object{data: {"copy": has(object.data.hook) ? object.data.hook : ""}}')], {
        reinvocationPolicy: 'IfNeeded',
      });
      await server.register('mutating', hook, [{ reinvocationPolicy: 'IfNeeded' }]);
      hook.always = reviewed(({ object }) => patched([setData('hook', object.data!['copy'] === '' ? '1' : '2')]));
      const { json } = await server.createConfigMap('a');
      expect(json['data']).toEqual({ a: '1', copy: '1', hook: '2' });
      expect(hook.calls).toHaveLength(2);
    });

    it('validating webhooks see its change', async () => {
      await both([apply('Object{data: {"b": "2"}}')]);
      await server.register('validating', hook, [{}]);
      hook.always = allow;
      await server.createConfigMap('a');
      expect((hook.calls[0]!.body.request['object'] as { data: object }).data).toEqual({ a: '1', b: '2' });
    });
  });

  it('is measured as the other plugins', async () => {
    await both([apply('Object{data: {"b": "2"}}')]);
    await server.createConfigMap('a');
    expect((await server.send('GET /metrics')).text).toMatch(
      /apiserver_admission_controller_admission_duration_seconds_count\{name="MutatingAdmissionPolicy",type="admit",operation="CREATE",rejected="false"\}/,
    );
  });
});
