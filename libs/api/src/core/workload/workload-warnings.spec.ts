import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';

const POD = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds: -1 },
};
const COPIES = { selector: { matchLabels: { app: 'web' } }, template: POD };

/** Each kind with a pod that causes a warning, and whether pod names begin with its name. */
const KINDS: readonly [kind: string, body: object, template: string, named: boolean][] = [
  ['Deployment', { spec: COPIES }, 'spec.template', true],
  ['ReplicaSet', { spec: COPIES }, 'spec.template', true],
  ['ReplicationController', { spec: { template: POD } }, 'spec.template', true],
  ['StatefulSet', { spec: COPIES }, 'spec.template', false],
  ['DaemonSet', { spec: COPIES }, 'spec.template', false],
  ['Job', { spec: { template: POD } }, 'spec.template', true],
  ['CronJob', { spec: { jobTemplate: { spec: { template: POD } } } }, 'spec.jobTemplate.spec.template', true],
  ['PodTemplate', { template: POD }, 'template', false],
];

describe('warnings of workloads', () => {
  for (const [kind, body, template, named] of KINDS) {
    const harness = new KindTestHarness(kind);
    const warnings = (name: string, of: object = body) =>
      harness.definition.strategy.warnings?.(harness.made({ metadata: { name }, ...of }), harness.context);
    const ofPod = `${template}.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`;

    it(`${kind}: of its pods`, () => expect(warnings('web')).toEqual([ofPod]));
    it(`${kind}: ${named ? 'of' : 'not of'} a name that is not a host name`, () =>
      expect(warnings('web.v1')).toEqual([
        ...(named ? [expect.stringMatching(/^metadata\.name: this is used in Pod names and hostnames/)] : []),
        ofPod,
      ]));
  }

  it('StatefulSet: of a negative revision history limit', () => {
    const harness = new KindTestHarness('StatefulSet');
    const set = harness.made({ spec: { ...COPIES, template: { metadata: POD.metadata }, revisionHistoryLimit: -1 } });
    expect(harness.definition.strategy.warnings?.(set, harness.context)).toEqual([
      expect.stringMatching(/^spec\.revisionHistoryLimit: a negative value/),
    ]);
  });
});
