import type { ApiObject } from '@orch/apimachinery';
import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';

const POD = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds: -1 },
};
const COPIES = { selector: { matchLabels: { app: 'web' } }, template: POD };

const NAMED =
  'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: ' +
  '[must not contain dots]';

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
      expect(warnings('web.v1')).toEqual([...(named ? [`metadata.name: ${NAMED}`] : []), ofPod]));
    it(`${kind}: of what an update changes`, () => {
      const made = harness.made({ metadata: { name: 'web.v1', generation: 1 }, ...body });
      const changed = { ...made, metadata: { ...made.metadata, generation: 2 } };
      const of = (object: ApiObject) => harness.definition.strategy.warnings!(object, harness.context, made);
      expect([of(made), of(changed)]).toEqual([[], [ofPod]]);
    });
  }

  it('Jobs with more indexes than their status can list', () => {
    const many = { completionMode: 'Indexed', completions: 100_001, parallelism: 10_001, template: { spec: {} } };
    const warn = (kind: string, spec: object) => {
      const harness = new KindTestHarness(kind);
      return harness.definition.strategy.warnings!(harness.made({ metadata: { name: 'j' }, spec }), harness.context);
    };
    const text = /In Indexed Jobs with a number of completions higher than 10\^5 .*, Orch might not be able to track/;
    expect([...warn('Job', many), ...warn('CronJob', { jobTemplate: { spec: many } })]).toEqual([
      expect.stringMatching(new RegExp(`^spec: ${text.source}`)),
      expect.stringMatching(new RegExp(`^spec\\.jobTemplate\\.spec: ${text.source}`)),
    ]);
    expect(warn('Job', { ...many, parallelism: 10_000 })).toEqual([]);
  });

  it('StatefulSet: of its claims, at another path on update', () => {
    const harness = new KindTestHarness('StatefulSet');
    const claims = [{ spec: { resources: { requests: { storage: '100m' } } } }];
    const set = harness.made({ spec: { selector: COPIES.selector, template: {}, volumeClaimTemplates: claims } });
    const warn = (old?: ApiObject) => harness.definition.strategy.warnings!(set, harness.context, old);
    const rest = 'resources.requests[storage]: fractional byte value "100m" is invalid, must be an integer';
    expect([warn(), warn(set)]).toEqual([
      [`spec.volumeClaimTemplates[0].${rest}`],
      [`spec.volumeClaimTemplates[0].Spec.${rest}`],
    ]);
  });

  it('StatefulSet: of a negative revision history limit', () => {
    const harness = new KindTestHarness('StatefulSet');
    const set = harness.made({ spec: { ...COPIES, template: { metadata: POD.metadata }, revisionHistoryLimit: -1 } });
    expect(harness.definition.strategy.warnings?.(set, harness.context)).toEqual([
      expect.stringMatching(/^spec\.revisionHistoryLimit: a negative value/),
    ]);
  });
});
