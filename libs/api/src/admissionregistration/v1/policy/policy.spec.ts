import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] };
const policy = (fields: object = {}) => ({ spec: { ...spec, ...fields } });
const validation = (fields: object) => policy({ validations: [{ expression: 'true', ...fields }] });
const mutating = (...mutations: object[]) => ({
  spec: { matchConstraints: spec.matchConstraints, reinvocationPolicy: 'Never', mutations },
});
const binding = (fields: object = {}) => ({ spec: { policyName: 'p', validationActions: ['Deny'], ...fields } });
const DELETIONS = { operations: ['CREATE', 'DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const APPLY = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } };

const cases: [kind: string, name: string, body: object, want: string[]][] = [
  ['ValidatingAdmissionPolicy', 'a whole one', policy(), []],
  [
    'ValidatingAdmissionPolicy',
    'an empty one',
    {},
    [
      'spec.matchConstraints FieldValueRequired',
      'spec.validations FieldValueRequired',
      'spec.auditAnnotations FieldValueRequired',
    ],
  ],
  [
    'ValidatingAdmissionPolicy',
    'about nothing',
    policy({ matchConstraints: {} }),
    ['spec.matchConstraints.resourceRules FieldValueRequired'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'an odd failure policy',
    policy({ failurePolicy: 'x' }),
    ['spec.failurePolicy FieldValueNotSupported'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'odd kinds of parameters',
    policy({ paramKind: { apiVersion: 'a/b/c', kind: 'A_' } }),
    ['spec.paramKind.apiVersion FieldValueInvalid', 'spec.paramKind.kind FieldValueInvalid'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'no kind of parameters',
    policy({ paramKind: {} }),
    ['spec.paramKind.apiVersion FieldValueRequired', 'spec.paramKind.kind FieldValueRequired'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'a kind of parameters',
    policy({ paramKind: { apiVersion: 'apps/v1', kind: 'ReplicaSet' } }),
    [],
  ],
  [
    'ValidatingAdmissionPolicy',
    'names in its rules',
    policy({ matchConstraints: { resourceRules: [{ ...rule, resourceNames: ['a', 'a', 'b/c'] }] } }),
    [
      'spec.matchConstraints.resourceRules[0].resourceNames[1] FieldValueDuplicate',
      'spec.matchConstraints.resourceRules[0].resourceNames[2] FieldValueInvalid',
    ],
  ],
  [
    'ValidatingAdmissionPolicy',
    'match conditions',
    policy({
      matchConditions: [{ name: 'a', expression: ' ' }, { name: 'a', expression: 'true' }, { expression: 'true' }],
    }),
    [
      'spec.matchConditions[0].expression FieldValueRequired',
      'spec.matchConditions[1].name FieldValueDuplicate',
      'spec.matchConditions[2].name FieldValueRequired',
    ],
  ],
  [
    'ValidatingAdmissionPolicy',
    'too many match conditions',
    policy({ matchConditions: Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: 'true' })) }),
    ['spec.matchConditions FieldValueTooMany'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'variables',
    policy({
      variables: [
        { name: 'a', expression: '1' },
        { name: 'a', expression: '1' },
        { name: '1', expression: '' },
        { name: 'namespace', expression: '1' },
      ],
    }),
    [
      'spec.variables[2].name FieldValueInvalid',
      'spec.variables[2].expression FieldValueRequired',
      'spec.variables[3].name FieldValueInvalid',
    ],
  ],
  [
    'ValidatingAdmissionPolicy',
    'too many audit annotations',
    policy({ auditAnnotations: Array.from({ length: 21 }, (_, i) => ({ key: `k${i}`, valueExpression: '"v"' })) }),
    ['spec.auditAnnotations FieldValueInvalid'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'no expression',
    validation({ expression: ' ' }),
    ['spec.validations[0].expression FieldValueRequired'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'an empty message',
    validation({ message: ' ' }),
    ['spec.validations[0].message FieldValueInvalid'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'a long message',
    validation({ message: 'a\nb' }),
    ['spec.validations[0].message FieldValueInvalid'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'a long expression without a message, which the reference accepts too',
    validation({ expression: 'true\n||false' }),
    [],
  ],
  [
    'ValidatingAdmissionPolicy',
    'a long expression with a message',
    validation({ expression: 'true\n||false', message: 'm' }),
    [],
  ],
  [
    'ValidatingAdmissionPolicy',
    'an empty message expression and an odd reason',
    validation({ messageExpression: ' ', reason: 'Because' }),
    ['spec.validations[0].messageExpression FieldValueInvalid', 'spec.validations[0].reason FieldValueNotSupported'],
  ],
  [
    'ValidatingAdmissionPolicy',
    'audit annotations',
    policy({
      auditAnnotations: [
        { key: 'k', valueExpression: '"x"' },
        { key: 'k', valueExpression: ' ' },
        { key: '-', valueExpression: 'x'.repeat(5_121) },
        {},
      ],
    }),
    [
      'spec.auditAnnotations[1].key FieldValueDuplicate',
      'spec.auditAnnotations[1].valueExpression FieldValueRequired',
      'spec.auditAnnotations[2].key FieldValueInvalid',
      'spec.auditAnnotations[2].valueExpression FieldValueTooLong',
      'spec.auditAnnotations[3].key FieldValueInvalid',
      'spec.auditAnnotations[3].key FieldValueInvalid',
      'spec.auditAnnotations[3].valueExpression FieldValueRequired',
    ],
  ],
  ['ValidatingAdmissionPolicyBinding', 'a whole one', binding(), []],
  [
    'ValidatingAdmissionPolicyBinding',
    'an empty one',
    {},
    ['spec.policyName FieldValueRequired', 'spec.validationActions FieldValueRequired'],
  ],
  [
    'ValidatingAdmissionPolicyBinding',
    'odd actions',
    binding({ validationActions: ['Deny', 'Deny', 'Warn', 'Sing'] }),
    [
      'spec.validationActions[1] FieldValueDuplicate',
      'spec.validationActions[3] FieldValueNotSupported',
      'spec.validationActions FieldValueInvalid',
    ],
  ],
  [
    'ValidatingAdmissionPolicyBinding',
    'parameters by nothing',
    binding({ paramRef: {} }),
    ['spec.paramRef FieldValueRequired', 'spec.paramRef.parameterNotFoundAction FieldValueRequired'],
  ],
  [
    'ValidatingAdmissionPolicyBinding',
    'parameters by name and selector',
    binding({ paramRef: { name: 'n', selector: {}, parameterNotFoundAction: 'Cry' } }),
    [
      'spec.paramRef.name FieldValueForbidden',
      'spec.paramRef.selector FieldValueForbidden',
      'spec.paramRef.parameterNotFoundAction FieldValueNotSupported',
    ],
  ],
  [
    'ValidatingAdmissionPolicyBinding',
    'narrower resources',
    binding({ matchResources: { resourceRules: [{}] } }),
    ['operations', 'apiGroups', 'apiVersions', 'resources'].map(
      (field) => `spec.matchResources.resourceRules[0].${field} FieldValueRequired`,
    ),
  ],
  ['MutatingAdmissionPolicy', 'a whole one', mutating(APPLY), []],
  [
    'MutatingAdmissionPolicy',
    'an empty one',
    {},
    [
      'spec.matchConstraints FieldValueRequired',
      'spec.mutations FieldValueRequired',
      'spec.reinvocationPolicy FieldValueRequired',
    ],
  ],
  [
    'MutatingAdmissionPolicy',
    'patches that are none',
    mutating({}, { patchType: 'X' }, { ...APPLY, patchType: 'JSONPatch' }),
    [
      'spec.mutations[0].patchType FieldValueRequired',
      'spec.mutations[1].patchType FieldValueNotSupported',
      'spec.mutations[2].jsonPatch FieldValueRequired',
      'spec.mutations[2].applyConfiguration FieldValueInvalid',
    ],
  ],
  [
    'MutatingAdmissionPolicy',
    'deletions',
    { spec: { ...mutating(APPLY).spec, matchConstraints: { resourceRules: [DELETIONS] } } },
    ['spec.matchConstraints.resourceRules.operations FieldValueNotSupported'],
  ],
  [
    'MutatingAdmissionPolicyBinding',
    'deletions',
    { spec: { policyName: 'p', matchResources: { resourceRules: [DELETIONS] } } },
    ['spec.matchResources.resourceRules.operations FieldValueNotSupported'],
  ],
  ['MutatingAdmissionPolicyBinding', 'a policy', { spec: { policyName: 'p' } }, []],
  ['MutatingAdmissionPolicyBinding', 'no policy', {}, ['spec.policyName FieldValueRequired']],
];

for (const [kind, name, body, want] of cases) {
  it(`${kind}: ${name}`, () => {
    expect(new KindTestHarness(kind).create(body)).toEqual(want);
    expect(new KindTestHarness(kind).update({ spec: {} }, body)).toEqual(want);
  });
}

it('sets defaults', () =>
  expect(new KindTestHarness('ValidatingAdmissionPolicy').made(policy())['spec']).toMatchObject({
    failurePolicy: 'Fail',
    matchConstraints: {
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      resourceRules: [{ ...rule, scope: '*' }],
    },
  }));

it('shows policy and parameters of a binding', () => {
  const { columns } = new KindTestHarness('ValidatingAdmissionPolicyBinding').definition.declaration;
  const cells = (paramRef?: object) =>
    columns!.map(({ value }) => value({ metadata: { name: 'b' }, spec: { policyName: 'p', paramRef } }, 0)).slice(0, 3);
  expect([
    cells(),
    cells({ name: 'n', namespace: 's' }),
    cells({ selector: { matchLabels: { a: 'b' } } }),
    cells({ selector: {} }),
  ]).toEqual([
    ['b', 'p', '<unset>'],
    ['b', 'p', 's/n'],
    ['b', 'p', 'a=b'],
    ['b', 'p', '<selector>'],
  ]);
});

it('reads no more than the beginning of the name of a policy for each key of audit annotations', () => {
  const kind = new KindTestHarness('ValidatingAdmissionPolicy');
  const auditAnnotations = Array.from({ length: 50 }, (_, i) => ({ key: `k${i}`, valueExpression: '"v"' }));
  const name = 'n'.repeat(100_000);
  const body = { metadata: { name }, ...policy({ auditAnnotations }) };
  const indexOf = jest.spyOn(String.prototype, 'indexOf');
  try {
    expect(kind.create(body)).toContain('spec.auditAnnotations[49].key FieldValueInvalid');
    const read = indexOf.mock.contexts.map(String).filter((text) => text.startsWith('nn') && text.includes('/k'));
    expect(read.length).toBeGreaterThanOrEqual(50);
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(2_000);
  } finally {
    indexOf.mockRestore();
  }
});

it('the status of a policy has whole warnings and conditions', () => {
  const kind = new KindTestHarness('ValidatingAdmissionPolicy');
  const old = kind.made(policy());
  const errorsOf = (status: object) => kind.written('status', old, { ...policy(), status }).errors;
  const condition = { type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' };
  const warnings = (...expressionWarnings: object[]) => ({ typeChecking: { expressionWarnings } });
  expect(errorsOf({ conditions: [condition], ...warnings({ fieldRef: 'spec.x', warning: 'w' }) })).toEqual([]);
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf(warnings({ fieldRef: '', warning: '' }))).toEqual([
    'status.typeChecking.expressionWarnings[0].warning FieldValueRequired',
    'status.typeChecking.expressionWarnings[0].fieldRef FieldValueRequired',
  ]);
  expect(
    errorsOf({
      conditions: [
        { ...condition, status: 'x' },
        { ...condition, reason: '' },
      ],
    }),
  ).toEqual([
    'status.conditions[0].status FieldValueNotSupported',
    'status.conditions[1].type FieldValueDuplicate',
    'status.conditions[1].reason FieldValueRequired',
  ]);
});
