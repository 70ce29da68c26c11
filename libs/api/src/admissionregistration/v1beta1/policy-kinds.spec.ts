import { vocabularies } from '@orch/vocabulary';
import { deprecationOf } from '../../definition/lifecycle.js';
import { mutatingAdmissionPolicyBindingKind } from '../v1/policy/policy.kinds.js';
import { olderPolicyKinds } from './policy.kinds.js';

const bindings = olderPolicyKinds.filter(({ kind }) => kind.endsWith('Binding'));
const object = (paramRef: object) => ({ metadata: { name: 'b' }, spec: { policyName: 'p', paramRef } }) as never;

describe('older versions of admission policies', () => {
  it.each(bindings.map((kind) => [kind.version, kind.kind, kind] as const))(
    '%s %s: the alpha version denies without parameters by default',
    (version, _kind, { defaults }) => {
      const { spec } = (defaults?.(object({ name: 'x' }), vocabularies.orch) ?? object({ name: 'x' })) as unknown as {
        spec: { paramRef: object };
      };
      expect(spec.paramRef).toEqual({
        name: 'x',
        ...(version === 'v1alpha1' && { parameterNotFoundAction: 'Deny' }),
      });
    },
  );
  it('the warning names no newer version, as that of kube-apiserver', () => {
    const warnings = olderPolicyKinds.map((kind) => deprecationOf(kind, vocabularies.kubernetes, 33));
    for (const warning of warnings) expect(warning ?? '').not.toContain('use ');
  });
  it('a parameter without a namespace may be of any', () => {
    const cell = mutatingAdmissionPolicyBindingKind.columns!.find(({ name }) => name === 'ParamRef')!;
    expect([object({ name: 'x' }), object({ name: 'x', namespace: 'n' })].map((o) => cell.value(o, 0))).toEqual([
      '*/x',
      'n/x',
    ]);
  });
});
