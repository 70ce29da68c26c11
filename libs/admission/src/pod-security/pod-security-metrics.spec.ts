import type { AdmissionAttributes, SteppedReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { attributesOf, namespaceReader } from '../attributes.fixture.js';
import { PodSecurityMetrics } from './pod-security-metrics.js';
import { podSecurity } from './pod-security.js';
import { NO_POD_SECURITY_CONFIGURATION } from './pod-security-settings.js';

const PREFIX = 'pod-security.kubernetes.io/';
const plain = { spec: { containers: [{ name: 'c', image: 'i' }] } };
const hosted = { spec: { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] } };

describe('metrics of pod security', () => {
  let metrics: PodSecurityMetrics;
  beforeEach(() => (metrics = new PodSecurityMetrics()));

  const judge = (labels: object, object: object, change: Parameters<typeof attributesOf>[1] = {}, exempt = {}) => {
    const named = Object.fromEntries(Object.entries(labels).map(([key, value]) => [PREFIX + key, value as string]));
    const plugin = podSecurity(
      { ...namespaceReader({ labels: named }), ...({} as SteppedReader) },
      vocabularies.kubernetes,
      {
        ...NO_POD_SECURITY_CONFIGURATION,
        release: 33,
        metrics,
        exemptions: { ...NO_POD_SECURITY_CONFIGURATION.exemptions, ...exempt },
      },
    );
    const attributes: AdmissionAttributes = attributesOf(object, change);
    if (!plugin.handles(attributes)) throw new Error('not handled');
    try {
      void plugin.validate!(attributes);
    } catch {
      // Refused.
    }
  };
  /** The series that are not zero. */
  const counts = (): Record<string, number> => {
    const found: Record<string, number> = {};
    metrics.addTo((name, type, _help, samples) => {
      expect(type).toBe('counter');
      for (const { labels, value } of samples() as Iterable<{ labels: object; value: number }>)
        if (value > 0) found[`${name.replace('pod_security_', '')} ${Object.values(labels).join(' ')}`] = value;
    });
    return found;
  };

  it('a pod in a namespace without levels is allowed, whatever it does with its status', () => {
    judge({}, hosted);
    judge({}, hosted);
    judge({}, hosted, { subresource: 'status', oldObject: hosted as never });
    judge({}, hosted, { subresource: 'ephemeralcontainers', oldObject: hosted as never });
    expect(counts()).toEqual({
      'evaluations_total allow privileged latest enforce create pod ': 2,
      'evaluations_total allow privileged latest enforce update pod ephemeralcontainers': 1,
    });
  });

  it('judgements are counted by mode; those of audit and warn only when they are violated', () => {
    const labels = { enforce: 'baseline', 'enforce-version': 'v1.20', audit: 'restricted', warn: 'restricted' };
    judge(labels, plain);
    expect(counts()).toEqual({
      'evaluations_total allow baseline v1.20 enforce create pod ': 1,
      'evaluations_total deny restricted latest audit create pod ': 1,
      'evaluations_total deny restricted latest warn create pod ': 1,
    });
    metrics = new PodSecurityMetrics();
    judge(labels, hosted);
    expect(counts()).toEqual({
      'evaluations_total deny baseline v1.20 enforce create pod ': 1,
      'evaluations_total deny restricted latest audit create pod ': 1,
    });
  });

  it('versions after that of the server are one', () => {
    for (const version of ['v1.34', 'v1.99']) judge({ enforce: 'baseline', 'enforce-version': version }, plain);
    expect(counts()).toMatchObject({ 'evaluations_total allow baseline future enforce create pod ': 2 });
  });

  it('exempt requests and invalid labels are counted', () => {
    judge({ enforce: 'baseline' }, hosted, {}, { users: new Set(['jane']) });
    judge({ enforce: 'baseline', audit: 'much' }, plain);
    expect(counts()).toMatchObject({
      'exemptions_total create pod ': 1,
      'errors_total false create pod ': 1,
    });
  });
});
