import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import type { Deployment } from './deployment.types.js';

const harness = new KindTestHarness('Deployment');
const POD = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
const made = (spec: object = {}, metadata: object = { name: 'x' }) => ({
  metadata,
  spec: { selector: { matchLabels: { app: 'web' } }, template: POD, ...spec },
});
const rolling = (maxUnavailable: unknown, maxSurge: unknown) => ({
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge } },
});

describe('Deployment', () => {
  it('C-238 defaults', () =>
    expect(harness.made(made())).toMatchObject({
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        template: { spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'IfNotPresent' }] } },
      },
    }));
  it('sets no rolling update default for Recreate', () =>
    expect((harness.made(made({ strategy: { type: 'Recreate' } })) as Deployment).spec?.strategy).toEqual({
      type: 'Recreate',
    }));
  it('keeps explicit rolling update parameters', () =>
    expect((harness.made(made({ strategy: { rollingUpdate: { maxSurge: 1 } } })) as Deployment).spec?.strategy).toEqual(
      {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: '25%', maxSurge: 1 },
      },
    ));

  const refused: [string, object, string[]][] = [
    ['nothing', {}, []],
    ['no replicas', { replicas: 0 }, []],
    ['fewer than no replicas', { replicas: -1 }, ['spec.replicas FieldValueInvalid']],
    [
      'no selector',
      { selector: undefined },
      ['spec.selector FieldValueRequired', 'spec.template.metadata.labels FieldValueInvalid'],
    ],
    ['an empty selector', { selector: {} }, ['spec.selector FieldValueInvalid']],
    [
      'a selector that does not match the labels of the template',
      { selector: { matchLabels: { app: 'other' } } },
      ['spec.template.metadata.labels FieldValueInvalid'],
    ],
    [
      'a selector with a broken value',
      { selector: { matchLabels: { app: 'a b' } } },
      ['spec.selector.matchLabels FieldValueInvalid', 'spec.selector FieldValueInvalid'],
    ],
    [
      'no template',
      { template: undefined },
      ['spec.template.metadata.labels FieldValueInvalid', 'spec.template.spec.containers FieldValueRequired'],
    ],
    [
      'pods that are not started again',
      { template: { ...POD, spec: { ...POD.spec, restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy FieldValueNotSupported'],
    ],
    [
      'pods that end',
      { template: { ...POD, spec: { ...POD.spec, activeDeadlineSeconds: 5 } } },
      ['spec.template.spec.activeDeadlineSeconds FieldValueForbidden'],
    ],
    ['an unknown strategy', { strategy: { type: 'Blue' } }, ['spec.strategy FieldValueNotSupported']],
    [
      'rolling update parameters with Recreate',
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      ['spec.strategy.rollingUpdate FieldValueForbidden'],
    ],
    ['neither more nor fewer', rolling(0, '0%'), ['spec.strategy.rollingUpdate.maxUnavailable FieldValueInvalid']],
    ['more than all', rolling('101%', 1), ['spec.strategy.rollingUpdate.maxUnavailable FieldValueInvalid']],
    ['more than as many again', rolling(1, '300%'), []],
    ['a share without sign', rolling('5', 1), ['spec.strategy.rollingUpdate.maxUnavailable FieldValueInvalid']],
    ['fewer than none', rolling(1, -1), ['spec.strategy.rollingUpdate.maxSurge FieldValueInvalid']],
    ['a negative wait', { minReadySeconds: -1 }, ['spec.minReadySeconds FieldValueInvalid']],
    ['a negative history', { revisionHistoryLimit: -1 }, ['spec.revisionHistoryLimit FieldValueInvalid']],
    [
      'a deadline before a pod can be available',
      { minReadySeconds: 600 },
      ['spec.progressDeadlineSeconds FieldValueInvalid'],
    ],
    [
      'one disk written by several pods, which kube-apiserver leaves to the scheduler',
      {
        replicas: 2,
        template: { ...POD, spec: { ...POD.spec, volumes: [{ name: 'v', gcePersistentDisk: { pdName: 'd' } }] } },
      },
      [],
    ],
  ];
  for (const [name, spec, errors] of refused) {
    it(`C-238 ${errors.length === 0 ? 'accepts' : 'rejects'} ${name}`, () =>
      expect(harness.create(made(spec))).toEqual(errors));
  }

  it('C-238 the selector is immutable', () =>
    expect(
      harness.update(
        made(),
        made({
          selector: { matchLabels: { app: 'other' } },
          template: { ...POD, metadata: { labels: { app: 'other' } } },
        }),
      ),
    ).toEqual(['spec.selector FieldValueInvalid']));
  it('the template may change', () =>
    expect(
      harness.update(made(), made({ template: { ...POD, spec: { containers: [{ name: 'c', image: 'i:2' }] } } })),
    ).toEqual([]));

  it('a change of annotations increments the generation, since replica sets inherit them', () => {
    const after = { ...made({}, { name: 'x', generation: 3, annotations: { a: 'b' } }) };
    const before = made({}, { name: 'x', generation: 3 });
    expect(harness.changed(before, after).metadata.generation).toBe(4);
    expect(harness.changed(after, after).metadata.generation).toBe(3);
  });

  const statuses: [string, object, string[]][] = [
    ['counts that fit', { replicas: 2, readyReplicas: 2, availableReplicas: 1 }, []],
    ['negative counts', { unavailableReplicas: -1 }, ['status.unavailableReplicas FieldValueInvalid']],
    ['more ready than there are', { replicas: 1, readyReplicas: 2 }, ['status.readyReplicas FieldValueInvalid']],
    [
      'more available than ready',
      { replicas: 3, readyReplicas: 1, availableReplicas: 2 },
      ['status.availableReplicas FieldValueInvalid'],
    ],
    ['a collision count that shrinks', { collisionCount: 1 }, ['status.collisionCount FieldValueInvalid']],
  ];
  for (const [name, status, errors] of statuses) {
    it(`status: ${errors.length === 0 ? 'accepts' : 'rejects'} ${name}`, () => {
      const collisionCount = name.includes('shrinks') ? 2 : 0;
      const old = { ...harness.made(made()), status: { collisionCount } };
      expect(harness.written('status', old, { status: { collisionCount, ...status } }).errors).toEqual(errors);
    });
  }

  it('cells', () =>
    expect(
      harness.cells({ ...harness.made(made({ replicas: 3 })), status: { readyReplicas: 2, updatedReplicas: 3 } }),
    ).toMatchObject({
      Ready: '2/3',
      'Up-to-date': 3,
      Available: 0,
      Containers: 'c',
      Images: 'i:1',
      Selector: 'app=web',
    }));
});
