import { vocabularies } from '@orch/vocabulary';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { compileKinds } from '../../../definition/compile-kinds.js';
import { builtinKinds } from '../../../kinds.js';

const harness = new KindTestHarness('PodSecurityPolicy');
const ANY = { rule: 'RunAsAny' };
const policy = (more: object = {}): object => ({
  spec: { seLinux: ANY, runAsUser: ANY, supplementalGroups: ANY, fsGroup: ANY, ...more },
});

describe('PodSecurityPolicy', () => {
  it('B-439 B-440 is served up to 1.24, in no other version', () => {
    const versions = (minor: number) =>
      compileKinds(builtinKinds, vocabularies.orch, minor)
        .filter(({ gvr }) => gvr.resource === 'podsecuritypolicies')
        .map(({ apiVersion, deprecation }) => [apiVersion, deprecation]);
    const warning = 'policy/v1beta1 PodSecurityPolicy is deprecated in v1.21+, unavailable in v1.25+';
    expect([versions(21), versions(24)]).toEqual([[['policy/v1beta1', warning]], [['policy/v1beta1', warning]]]);
    expect(versions(25)).toEqual([]);
  });

  it('defaults allowPrivilegeEscalation', () =>
    expect(harness.made(policy())).toMatchObject({ spec: { allowPrivilegeEscalation: true } }));

  const rows: [string, object, string[]][] = [
    ['accepts the least', {}, []],
    ['names the rules', { seLinux: { rule: 'Nope' } }, ['spec.seLinux.rule FieldValueNotSupported']],
    ['limits users', { runAsUser: { rule: 'MayRunAs' } }, ['spec.runAsUser.rule FieldValueNotSupported']],
    ['limits groups', { runAsGroup: { rule: 'MustRunAsNonRoot' } }, ['spec.runAsGroup.rule FieldValueNotSupported']],
    [
      'orders ranges',
      { fsGroup: { rule: 'MustRunAs', ranges: [{ min: 2, max: 1 }] } },
      ['spec.fsGroup.ranges[0].min FieldValueInvalid'],
    ],
    [
      'counts from zero',
      { runAsUser: { rule: 'MustRunAs', ranges: [{ min: -1, max: 1 }] } },
      ['spec.runAsUser.ranges[0].min FieldValueInvalid'],
    ],
    ['knows volumes', { volumes: ['secret', 'floppy', '*'] }, ['spec.volumes[1] FieldValueNotSupported']],
    [
      'does not add what it drops',
      { defaultAddCapabilities: ['KILL'], requiredDropCapabilities: ['KILL'] },
      ['spec.defaultAddCapabilities FieldValueInvalid'],
    ],
    [
      'does not drop when all are allowed',
      { allowedCapabilities: ['*'], requiredDropCapabilities: ['KILL'] },
      ['spec.requiredDropCapabilities FieldValueInvalid'],
    ],
    [
      'does not default to what it forbids',
      { defaultAllowPrivilegeEscalation: true, allowPrivilegeEscalation: false },
      ['spec.defaultAllowPrivilegeEscalation FieldValueInvalid'],
    ],
    ['names sysctls', { forbiddenSysctls: ['kernel.*', 'a b', ''] }, ['spec.forbiddenSysctls[1] FieldValueInvalid', 'spec.forbiddenSysctls[2] FieldValueInvalid']], // prettier-ignore
    [
      'does not forbid what it allows',
      { allowedUnsafeSysctls: ['kernel.sem'], forbiddenSysctls: ['kernel.*'] },
      ['spec.allowedUnsafeSysctls[0] FieldValueInvalid'],
    ],
    ['names host paths', { allowedHostPaths: [{ pathPrefix: '' }, { pathPrefix: '/a/../b' }] }, ['spec.allowedHostPaths[0].pathPrefix FieldValueRequired', 'spec.allowedHostPaths[1].pathPrefix FieldValueInvalid']], // prettier-ignore
    ['names drivers', { allowedCSIDrivers: [{ name: '' }], allowedFlexVolumes: [{ driver: '' }] }, ['spec.allowedFlexVolumes[0].driver FieldValueRequired', 'spec.allowedCSIDrivers[0].name FieldValueRequired']], // prettier-ignore
    ['knows proc mounts', { allowedProcMountTypes: ['Odd'] }, ['spec.allowedProcMountTypes[0] FieldValueNotSupported']],
    [
      'allows its default class',
      { runtimeClass: { allowedRuntimeClassNames: ['a'], defaultRuntimeClassName: 'b' } },
      ['spec.runtimeClass.defaultRuntimeClassName FieldValueRequired'],
    ],
    [
      'allows all classes alone',
      { runtimeClass: { allowedRuntimeClassNames: ['*', 'a'] } },
      ['spec.runtimeClass.allowedRuntimeClassNames FieldValueInvalid'],
    ],
  ];
  for (const [name, spec, errors] of rows) {
    it(`B-439 ${name}`, () => {
      expect(harness.create(policy(spec))).toEqual(errors);
      expect(harness.update(policy(), policy(spec))).toEqual(errors);
    });
  }
});
