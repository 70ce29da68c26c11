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
  ['the family that is said', { ...app, ipFamilies: ['IPv6'] }, DUAL, 'IPv6 SingleStack'],
  ['the family of the named address', { ...app, clusterIPs: ['fd00::5'] }, DUAL, 'IPv6 SingleStack'],
  ['both where both are said', { ...app, ipFamilies: ['IPv6', 'IPv4'] }, DUAL, 'IPv6,IPv4 RequireDualStack'],
  ['both where both are preferred', { ...app, ipFamilyPolicy: 'PreferDualStack' }, DUAL, 'IPv4,IPv6 PreferDualStack'],
  ['one where there is but one', { ...app, ipFamilyPolicy: 'PreferDualStack' }, SINGLE, 'IPv4 PreferDualStack'],
  [
    'no second where there is but one',
    { ...app, ipFamilyPolicy: 'RequireDualStack' },
    SINGLE,
    'spec.ipFamilyPolicy: this cluster is not configured for dual-stack services',
  ],
  [
    'none that is not there',
    { ...app, ipFamilies: ['IPv6'] },
    SINGLE,
    'spec.ipFamilies[0]: not configured on this cluster',
  ],
  [
    'not two for a policy of one',
    { ...app, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'SingleStack' },
    DUAL,
    'spec.ipFamilyPolicy: must be RequireDualStack or PreferDualStack when multiple `ipFamilies` are specified',
  ],
  [
    'not two addresses for a policy of one',
    { ...app, clusterIPs: ['10.0.0.5', 'fd00::5'], ipFamilyPolicy: 'SingleStack' },
    DUAL,
    'spec.ipFamilyPolicy: must be RequireDualStack or PreferDualStack when multiple `clusterIPs` are specified',
  ],
  ['both for a headless service nobody selects for', { clusterIPs: ['None'] }, SINGLE, 'IPv4,IPv6 RequireDualStack'],
  ['one for a headless service with pods', { ...app, clusterIPs: ['None'] }, SINGLE, 'IPv4 SingleStack'],
  [
    'what stands where nothing is said',
    app,
    DUAL,
    'IPv6 SingleStack',
    { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
  ],
  [
    'a second when the policy grows',
    { ...app, ipFamilies: ['IPv4'], clusterIPs: ['10.0.0.5'], ipFamilyPolicy: 'PreferDualStack' },
    DUAL,
    'IPv4,IPv6 PreferDualStack',
    { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
  ],
  [
    'one when the policy shrinks',
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

  it('an address goes with its family', () => {
    const plan = planFamilies(
      { ...both, ipFamilyPolicy: 'SingleStack' },
      { ...both, ipFamilyPolicy: 'PreferDualStack' },
      DUAL,
    );
    expect(plan).toMatchObject({ spec: { clusterIPs: ['10.0.0.5'] } });
  });
});
