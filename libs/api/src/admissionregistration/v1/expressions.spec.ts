import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { compileKinds } from '../../definition/compile-kinds.js';
import { ReleaseGates } from '../../features/feature-gates.js';
import { builtinKinds } from '../../kinds.js';

const vocabulary = vocabularies.kubernetes;
const context = {
  vocabulary,
  user: { username: 'alice', groups: [] },
  now: '2024-01-01T00:00:00Z',
  features: new ReleaseGates(33),
};
const strategies = compileKinds(builtinKinds, vocabulary);

function errors(kind: string, object: object, old?: object): string[] {
  const { strategy } = strategies.find(({ gvk }) => gvk.kind === kind && gvk.version === 'v1')!;
  const [made, current] = [object, old].map((one) => ({ metadata: { name: 'e.x' }, ...one }) as ApiObject);
  const found = old ? strategy.validateUpdate?.(made!, current!, context) : strategy.validateCreate?.(made!, context);
  return (found ?? []).map(({ field, detail }) => `${field}: ${detail}`);
}

const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const matchConstraints = { matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {}, resourceRules: [rule] };
const policy = (fields: object) => ({
  spec: { failurePolicy: 'Fail', matchConstraints, validations: [{ expression: 'true' }], ...fields },
});
const validated = (expression: string, fields: object = {}) => policy({ validations: [{ expression }], ...fields });
const hooks = (...matchConditions: object[]) => ({
  webhooks: [
    {
      name: 'a.b.c',
      clientConfig: { url: 'https://a.b/c' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      failurePolicy: 'Fail',
      matchPolicy: 'Exact',
      matchConditions,
    },
  ],
});
const SEMVER = 'semver("1.0.0").major() == 1';
const PARAMS = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
const undeclared = (name: string, text: string): string =>
  `Invalid value: ${JSON.stringify(text)}: compilation failed: ERROR: <input>:1:1: undeclared reference to '${name}' (in container '')\n | ${text}\n | ^`;

/** Texts as kube-apiserver 1.33 answers. */
describe('expressions of policies and webhooks', () => {
  const refused: readonly (readonly [name: string, object: object, want: readonly string[]])[] = [
    ['a result of another type', validated('1'), ['spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int']],
    ['a result without a type', validated('object.a'), ['spec.validations[0].expression: Invalid value: "object.a": must evaluate to bool but got dyn']],
    ['parameters that are not declared', validated('params.a'), [`spec.validations[0].expression: ${undeclared('params', 'params.a')}`]],
    ['parameters that are declared', validated('params.a == 1', PARAMS), []],
    ['no variables', validated('variables.a'), [`spec.validations[0].expression: ${undeclared('variables', 'variables.a')}`]],
    ['an unknown field of the request', validated('request.foo == 1'), ["spec.validations[0].expression: Invalid value: \"request.foo == 1\": compilation failed: ERROR: <input>:1:8: undefined field 'foo'\n | request.foo == 1\n | .......^"]],
    ['fields of the request and its namespace', validated('request.userInfo.username == namespaceObject.metadata.name'), []],
    ['the authorizer', validated('authorizer.requestResource.check("get").allowed()'), []],
    ['a message that is not a text', policy({ validations: [{ expression: 'true', messageExpression: '1' }] }), ['spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int']],
    ['a message that asks the authorizer', policy({ validations: [{ expression: 'true', messageExpression: 'authorizer.x' }] }), [`spec.validations[0].messageExpression: ${undeclared('authorizer', 'authorizer.x')}`]],
    ['an annotation that is not a text', policy({ auditAnnotations: [{ key: 'a', valueExpression: ' 1' }, { key: 'b', valueExpression: 'null' }] }), ['spec.auditAnnotations[0].valueExpression: Invalid value: " 1": must evaluate to one of [string null_type] but got int']],
    ['variables that come later', policy({ variables: [{ name: 'b', expression: 'variables.c' }, { name: 'c', expression: '1' }] }), ["spec.variables[0].expression: Invalid value: \"variables.c\": compilation failed: ERROR: <input>:1:10: undefined field 'c'\n | variables.c\n | .........^"]],
    ['the type of a variable', validated('variables.c', { variables: [{ name: 'c', expression: 'timestamp(0)' }] }), ['spec.validations[0].expression: Invalid value: "variables.c": must evaluate to bool but got google.protobuf.Timestamp']],
    ['variables in match conditions', policy({ variables: [{ name: 'c', expression: '1' }], matchConditions: [{ name: 'a', expression: 'variables.c' }] }), [`spec.matchConditions[0].expression: ${undeclared('variables', 'variables.c')}`]],
    ['a pattern that is none', validated('object.a.find("(") == ""'), ['spec.validations[0].expression: Internal error: program instantiation failed: error parsing regexp: missing closing ): `(`']],
    ['a constant that cannot be converted', validated("int('x') > 1"), ["spec.validations[0].expression: Internal error: program instantiation failed: type conversion error from 'string' to 'int'"]],
  ]; // prettier-ignore
  for (const [name, object, want] of refused)
    it(name, () => expect(errors('ValidatingAdmissionPolicy', object)).toEqual(want));

  it('match conditions of webhooks have no parameters', () =>
    expect(
      errors(
        'ValidatingWebhookConfiguration',
        hooks({ name: 'a', expression: ' 1' }, { name: 'b', expression: 'params' }),
      ),
    ).toEqual([
      'webhooks[0].matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
      `webhooks[0].matchConditions[1].expression: ${undeclared('params', 'params')}`,
    ]));

  it('match conditions that an update leaves as they are are not checked', () => {
    const wrong = hooks({ name: 'a', expression: '1' });
    expect(errors('MutatingWebhookConfiguration', wrong, wrong)).toEqual([]);
    expect(errors('MutatingWebhookConfiguration', wrong, hooks())).not.toEqual([]);
  });

  it('functions of the newest release are for expressions that are stored already', () => {
    const [now, before] = [validated(SEMVER), validated('true')];
    expect(errors('ValidatingAdmissionPolicy', now)).toEqual([
      expect.stringContaining("undeclared reference to 'semver'"),
    ]);
    expect(errors('ValidatingAdmissionPolicy', now, before)).toHaveLength(1);
    expect(errors('ValidatingAdmissionPolicy', now, now)).toEqual([]);
  });

  const patches: readonly (readonly [type: string, text: string, want: string | undefined])[] = [
    ['applyConfiguration', 'Object{spec: Object.spec{replicas: 1}}', undefined],
    ['applyConfiguration', '{"a": 1}', 'must evaluate to Object but got map(string, int)'],
    ['applyConfiguration', 'Object.spec{}', 'must evaluate to Object but got Object.spec'],
    ['applyConfiguration', 'Objec{}', "undeclared reference to 'Objec'"],
    ['jsonPatch', '[JSONPatch{op: "add", path: "/" + jsonpatch.escapeKey("a/b"), value: Object.x{}}]', undefined],
    ['jsonPatch', '[JSONPatch{op: 1}]', "expected type of field 'op' is 'string' but provided type is 'int'"],
    ['jsonPatch', 'JSONPatch{}', 'must evaluate to list(JSONPatch) but got JSONPatch'],
  ];
  for (const [field, expression, want] of patches)
    it(`patch ${expression}`, () => {
      const patchType = field === 'jsonPatch' ? 'JSONPatch' : 'ApplyConfiguration';
      const mutations = [{ patchType, [field]: { expression } }];
      const spec = { failurePolicy: 'Fail', matchConstraints, reinvocationPolicy: 'Never', mutations };
      const at = `spec.mutations[0].${field}.expression: `;
      expect(errors('MutatingAdmissionPolicy', { spec })).toEqual(
        want === undefined ? [] : [expect.stringMatching(new RegExp(`^${at.replace(/[[\]]/g, '\\$&')}`))],
      );
      if (want !== undefined)
        expect(errors('MutatingAdmissionPolicy', { spec })).toEqual([expect.stringContaining(want)]);
    });

  it('conditions of a mutating policy see no variables', () => {
    const spec = {
      failurePolicy: 'Fail',
      matchConstraints,
      reinvocationPolicy: 'Never',
      variables: [{ name: 'v', expression: 'true' }],
      matchConditions: [{ name: 'a', expression: 'variables.v' }],
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    };
    expect(errors('MutatingAdmissionPolicy', { spec })).toEqual([
      expect.stringMatching(/^spec\.matchConditions\[0\]\.expression: .* undeclared reference to 'variables'/),
    ]);
  });

  it('patterns of one object are limited together', () => {
    const validations = Array.from({ length: 40 }, (_, index) => ({
      expression: `"a".find("(ab){${index + 900}}") == ""`,
    }));
    const found = errors('ValidatingAdmissionPolicy', policy({ validations }));
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(40);
    expect(found[0]).not.toContain('validations[0]');
    expect(found.at(-1)).toContain('validations[39]');
  });

  const long = (index: number): string =>
    Array.from({ length: 80 }, () => `object.metadata.name != "${index}"`).join(' && ');
  const many = Array.from({ length: 30 }, (_, index) => index);
  it.each<[string, string, object]>([
    ['validations', 'ValidatingAdmissionPolicy', policy({ validations: many.map((i) => ({ expression: long(i) })) })],
    ['variables', 'ValidatingAdmissionPolicy', policy({ variables: many.map((i) => ({ name: `v${i}`, expression: long(i) })) })],
    ['conditions', 'ValidatingWebhookConfiguration', hooks(...many.map((i) => ({ name: `c${i}`, expression: long(i) })))],
  ])('many long expressions are checked in steps: %s', (_what, kind, object) => {
    const { strategy } = strategies.find(({ gvk }) => gvk.kind === kind && gvk.version === 'v1')!;
    const work = strategy.validateInSteps!({ metadata: { name: 'e.x' }, ...object } as ApiObject, context);
    let steps = 1;
    for (let step = work.next(); ; step = work.next(), steps++) {
      if (!step.done) continue;
      expect(step.value).toEqual([]);
      break;
    }
    expect(steps).toBe(31);
  }); // prettier-ignore

  it('one expression that is very long is checked in steps', () => {
    const object = validated(Array.from({ length: 1_000 }, () => 'object.metadata.name != ""').join(' && '));
    const { strategy } = strategies.find(
      ({ gvk }) => gvk.kind === 'ValidatingAdmissionPolicy' && gvk.version === 'v1',
    )!;
    const work = strategy.validateInSteps!({ metadata: { name: 'e.x' }, ...object } as ApiObject, context);
    let steps = 1;
    while (work.next().done !== true) steps++;
    expect(steps).toBe(6);
  });
});
