import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { ReleaseGates } from '../../../features/feature-gates.js';
import type { PersistentVolume } from './persistent-volume.types.js';

const NOW = '2024-01-01T00:00:00Z';
const BEFORE = '2023-01-01T00:00:00Z';
const SENT = '2023-06-01T00:00:00Z';

describe('time of the last phase change of a volume', () => {
  const inRelease = (minor: number) =>
    new KindTestHarness('PersistentVolume', {
      ...new KindTestHarness('PersistentVolume').context,
      features: new ReleaseGates(minor),
    });
  const statusOf = (minor: number, old: object, status: object) => {
    const harness = inRelease(minor);
    const volume = { ...harness.made({ spec: {} }), status: old } as PersistentVolume;
    return (harness.written('status', volume, { ...volume, status }).object as PersistentVolume).status;
  };

  it('is set on create from 1.29 on', () => {
    expect((inRelease(29).made({ spec: {} }) as PersistentVolume).status).toEqual({
      phase: 'Pending',
      lastPhaseTransitionTime: NOW,
    });
    expect((inRelease(28).made({ spec: {} }) as PersistentVolume).status).toEqual({ phase: 'Pending' });
  });

  const old = { phase: 'Pending', lastPhaseTransitionTime: BEFORE };
  const rows: [string, object, string | undefined][] = [
    ['a new phase sets it', { phase: 'Bound', lastPhaseTransitionTime: BEFORE }, NOW],
    ['a new phase without a time sets it', { phase: 'Bound' }, NOW],
    ['a new phase with a time takes that', { phase: 'Bound', lastPhaseTransitionTime: SENT }, SENT],
    ['the same phase keeps it', { phase: 'Pending' }, BEFORE],
    ['the same phase with a time takes that', { phase: 'Pending', lastPhaseTransitionTime: SENT }, SENT],
  ];
  for (const [name, status, time] of rows) {
    it(name, () => expect(statusOf(33, old, status)).toEqual({ ...status, lastPhaseTransitionTime: time }));
  }
  it('is left alone while the feature is off', () =>
    expect(statusOf(28, old, { phase: 'Bound' })).toEqual({ phase: 'Bound' }));
});
