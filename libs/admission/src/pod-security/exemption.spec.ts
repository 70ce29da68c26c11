import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { attributesOf, namespaceReader } from '../attributes.fixture.js';
import { PodSecurityMetrics } from './pod-security-metrics.js';
import { podSecurity } from './pod-security.js';
import { NO_POD_SECURITY_CONFIGURATION } from './pod-security-settings.js';

const vocabulary = vocabularies.kubernetes;
const PREFIX = 'pod-security.kubernetes.io/';
const level = (of: string) => ({ level: of as 'baseline', version: 'latest' });

describe('exemptions and audit of PodSecurity', () => {
  const plugin = (labels: object = {}, exempt: object = {}) =>
    podSecurity({ ...namespaceReader({ labels }), ...({} as SteppedReader) }, vocabulary, {
      release: 33,
      metrics: new PodSecurityMetrics(),
      defaults: { enforce: level('privileged'), audit: level('baseline'), warn: level('privileged') },
      exemptions: { ...NO_POD_SECURITY_CONFIGURATION.exemptions, ...exempt },
    });
  const annotations = (exempt: object, change: Partial<AdmissionAttributes> = {}, labels: object = {}): object => {
    const noted: Record<string, string> = {};
    const spec = { hostNetwork: true, runtimeClassName: 'vm', containers: [{ name: 'c', image: 'i' }] };
    const annotate = (key: string, value: string) => void (noted[key] = value);
    void plugin(labels, exempt).validate!(attributesOf({ spec }, { annotate, ...change }));
    return noted;
  };
  it('the audit event has the violations of the audit level, which are not refused', () =>
    expect(annotations({})).toEqual({
      [`${PREFIX}audit-violations`]: 'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
      [`${PREFIX}enforce-policy`]: 'privileged:latest',
    }));
  it.each([
    ['namespace', { namespaces: new Set(['t1']), users: new Set(['jane']) }],
    ['user', { users: new Set(['jane']) }],
    ['runtimeClass', { runtimeClasses: new Set(['vm']) }],
  ])('the audit event has the exemption: %s', (why, exempt) =>
    expect(annotations(exempt)).toEqual({ [`${PREFIX}exempt`]: why }),
  );
  it('a write of the status is not noted as exempt', () => {
    const status = { subresource: 'status', operation: 'UPDATE' as const };
    expect(annotations({ users: new Set(['jane']) }, status)).toEqual({});
  });
});
