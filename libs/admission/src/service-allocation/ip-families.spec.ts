import type { ServiceSpec } from '@orch/api';
import type { IpFamily } from '@orch/apimachinery';
import { planFamilies } from './ip-families.js';

const SINGLE: readonly IpFamily[] = ['IPv4'];
const DUAL: readonly IpFamily[] = ['IPv4', 'IPv6'];
const app = { selector: { app: 'a' } };
const both = { ipFamilies: ['IPv4', 'IPv6'], clusterIP: '10.0.0.5', clusterIPs: ['10.0.0.5', 'fd00::5'] };

type Row = [name: string, spec: ServiceSpec, configured: readonly IpFamily[], want: string, old?: ServiceSpec];
const rows: Row[] = [
  ['the default family of one', app, SINGLE, 'IPv4 SingleStack'],
  ['the default family of two', app, ['IPv6', 'IPv4'], 'IPv6 SingleStack'],
  ['the family that is given', { ...app, ipFamilies: ['IPv6'] }, DUAL, 'IPv6 SingleStack'],
  ['the family of the named address', { ...app, clusterIPs: ['fd00::5'] }, DUAL, 'IPv6 SingleStack'],
  [
    'both where both are given',
    { ...app, ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'PreferDualStack' },
    DUAL,
    'IPv6,IPv4 PreferDualStack',
  ],
  [
    'not two without a policy',
    { ...app, ipFamilies: ['IPv6', 'IPv4'] },
    DUAL,
    "spec.ipFamilyPolicy: must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
  ],
  [
    'not an address of a family that the cluster lacks',
    { ...app, clusterIPs: ['fd00::5'] },
    SINGLE,
    'spec.clusterIPs[0]: IPv6 is not configured on this cluster',
  ],
  ['both where both are preferred', { ...app, ipFamilyPolicy: 'PreferDualStack' }, DUAL, 'IPv4,IPv6 PreferDualStack'],
  ['one where only one is configured', { ...app, ipFamilyPolicy: 'PreferDualStack' }, SINGLE, 'IPv4 PreferDualStack'],
  [
    'no second where only one is configured',
    { ...app, ipFamilyPolicy: 'RequireDualStack' },
    SINGLE,
    'spec.ipFamilyPolicy: this cluster is not configured for dual-stack services',
  ],
  [
    'none that is not configured',
    { ...app, ipFamilies: ['IPv6'] },
    SINGLE,
    'spec.ipFamilies[0]: not configured on this cluster',
  ],
  [
    'not two for a policy of one',
    { ...app, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack' },
    DUAL,
    "spec.ipFamilyPolicy: must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
  ],
  [
    'not two addresses for a policy of one',
    { ...app, clusterIPs: ['10.0.0.5', 'fd00::5'], ipFamilyPolicy: 'SingleStack' },
    DUAL,
    "spec.ipFamilyPolicy: must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified",
  ],
  ['both for a headless service without a selector', { clusterIPs: ['None'] }, SINGLE, 'IPv4,IPv6 RequireDualStack'],
  ['one for a headless service with a selector', { ...app, clusterIPs: ['None'] }, SINGLE, 'IPv4 SingleStack'],
  [
    'the current family where none is given',
    app,
    DUAL,
    'IPv6 SingleStack',
    { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
  ],
  [
    'a second when the policy changes to dual-stack',
    { ...app, ipFamilies: ['IPv4'], clusterIPs: ['10.0.0.5'], ipFamilyPolicy: 'PreferDualStack' },
    DUAL,
    'IPv4,IPv6 PreferDualStack',
    { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
  ],
  [
    'one when the policy changes to single-stack',
    { ...app, ...both, ipFamilyPolicy: 'SingleStack' },
    DUAL,
    'IPv4 SingleStack',
    { ...both, ipFamilyPolicy: 'PreferDualStack' },
  ],
];

describe('families of a service', () => {
  for (const [name, spec, configured, want, old] of rows) {
    it(name, () => {
      const plan = planFamilies(spec, old, configured);
      const shown =
        'errors' in plan
          ? plan.errors.map(({ field, detail }) => `${field}: ${detail.replace(/^Invalid value: .*?: /, '')}`).join()
          : `${plan.spec.ipFamilies?.join()} ${plan.spec.ipFamilyPolicy}`;
      expect(shown).toBe(want);
    });
  }

  it('an address is removed with its family', () => {
    const plan = planFamilies(
      { ...both, ipFamilyPolicy: 'SingleStack' },
      { ...both, ipFamilyPolicy: 'PreferDualStack' },
      DUAL,
    );
    expect(plan).toMatchObject({ spec: { clusterIPs: ['10.0.0.5'] } });
  });
});
