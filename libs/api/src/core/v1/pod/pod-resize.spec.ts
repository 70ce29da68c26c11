import { vocabularies } from '@orch/vocabulary';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harnessOf = (minor: number): KindTestHarness =>
  new KindTestHarness('Pod', {
    vocabulary: vocabularies.orch,
    user: { username: 'alice', groups: [] },
    now: '2024-01-01T00:00:00Z',
    features: new ReleaseGates(minor),
  });
const pod = (cpu: string, ofPod?: object, more: object = {}): object => ({
  spec: {
    containers: [{ name: 'c', image: 'i:1', resources: { requests: { cpu, memory: '1Mi' } } }],
    ...(ofPod ? { resources: ofPod } : {}),
  },
  ...more,
});
const requests = (cpu: string): object => ({ requests: { cpu, memory: '9Mi' } });

describe('C-233 resize of pod-level resources', () => {
  it.each([
    ['of the pod', pod('1', requests('4')), pod('1', requests('5'))],
    ['of a container of such a pod', pod('1', requests('4')), pod('2', requests('4'))],
  ])('is refused before release 1.36: %s', (_what, old, sent) => {
    const harness = harnessOf(35);
    expect(harness.written('resize', harness.made(old), sent).errors).toEqual([' FieldValueForbidden']);
  });

  it('changes them from 1.36 on, and does not remove them', () => {
    const harness = harnessOf(36);
    const old = harness.made(pod('1', requests('4')));
    const { object, errors } = harness.written('resize', old, pod('2', requests('5')));
    expect(errors).toEqual([]);
    expect(object['spec']).toMatchObject({
      resources: { requests: { cpu: '5', memory: '9Mi' } },
      containers: [{ resources: { requests: { cpu: '2' } } }],
    });
    expect(harness.written('resize', old, pod('1')).errors).toEqual(['spec.resources.requests FieldValueForbidden']);
  });

  it('adds none where the feature is off', () => {
    const harness = harnessOf(33);
    const { object, errors } = harness.written('resize', harness.made(pod('1')), pod('2', requests('5')));
    expect([errors, (object['spec'] as { resources?: object }).resources]).toEqual([[], undefined]);
  });

  it('a static pod is not resized', () => {
    const harness = harnessOf(33);
    const annotations = { [vocabularies.orch.annotations.mirrorPod]: 'x' };
    const old = { ...harness.made(pod('1')), metadata: { name: 'x', namespace: 't1', annotations } };
    expect(harness.written('resize', old, pod('2')).errors).toEqual([' FieldValueForbidden']);
  });
});
