import { vocabularies } from '@orch/vocabulary';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { countIndexes, sharedIndex } from './index-ranges.js';
import type { Job, JobStatus } from './job.types.js';

const harness = new KindTestHarness('Job');
const UID = '11111111-2222-3333-4444-555555555555';
const POD = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } };
const job = (spec: object = {}, metadata: object = {}) => ({
  metadata: { name: 'pi', uid: UID, ...metadata },
  spec: { template: POD, ...spec },
});
const indexed = (spec: object = {}) => ({ completionMode: 'Indexed', completions: 5, ...spec });
const rule = (rest: object) => ({ podFailurePolicy: { rules: [{ action: 'FailJob', ...rest }] } });
const codes = (onExitCodes: object) => rule({ onExitCodes: { operator: 'In', values: [1], ...onExitCodes } });
const RULE = 'spec.podFailurePolicy.rules[0]';
const success = (...rules: object[]) => indexed({ successPolicy: { rules } });

describe('Job', () => {
  it('defaults', () =>
    expect((harness.made(job()) as Job).spec).toMatchObject({
      parallelism: 1,
      completions: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      manualSelector: false,
      podReplacementPolicy: 'TerminatingOrFailed',
    }));
  it('is a work queue of unknown length with parallelism alone', () =>
    expect((harness.made(job({ parallelism: 3 })) as Job).spec).not.toHaveProperty('completions'));
  it('has no total backoff limit with a limit per index', () =>
    expect((harness.made(job(indexed({ backoffLimitPerIndex: 1 }))) as Job).spec?.backoffLimit).toBe(2_147_483_647));
  it('replaces only failed pods with a pod failure policy', () =>
    expect((harness.made(job(codes({}))) as Job).spec?.podReplacementPolicy).toBe('Failed'));
  it('a pod condition pattern has the default status True', () =>
    expect((harness.made(job(rule({ onPodConditions: [{ type: 'A' }] }))) as Job).spec?.podFailurePolicy).toMatchObject(
      {
        rules: [{ onPodConditions: [{ type: 'A', status: 'True' }] }],
      },
    ));
  it('defaults its labels to those of its pods', () => {
    const template = { ...POD, metadata: { labels: { a: 'b' } } };
    expect(harness.made(job({ template })).metadata.labels).toMatchObject({
      a: 'b',
      'job-name': 'pi',
      'controller-uid': UID,
    });
    expect(harness.made(job()).metadata.labels).toMatchObject({ 'job-name': 'pi', 'controller-uid': UID });
    expect(harness.made(job({ template }, { labels: { own: 'one' } })).metadata.labels).toEqual({ own: 'one' });
  });

  describe('its selector', () => {
    const { jobName, jobControllerUid } = vocabularies.orch.labels;
    it('is generated from the uid, with the labels', () => {
      const { spec } = harness.made(job()) as Job;
      expect(spec?.selector).toEqual({ matchLabels: { [jobControllerUid]: UID } });
      expect(spec?.template.metadata?.labels).toEqual({
        'job-name': 'pi',
        [jobName]: 'pi',
        'controller-uid': UID,
        [jobControllerUid]: UID,
      });
      expect(harness.create(job())).toEqual([]);
    });
    it('is kept with manualSelector', () => {
      const own = { manualSelector: true, selector: { matchLabels: { a: 'b' } } };
      const template = { ...POD, metadata: { labels: { a: 'b' } } };
      expect((harness.made(job({ ...own, template })) as Job).spec?.selector).toEqual({ matchLabels: { a: 'b' } });
      expect(harness.create(job({ ...own, template }))).toEqual([]);
      expect(harness.create(job({ manualSelector: true, template }))).toEqual([
        'spec.selector FieldValueRequired',
        'spec.template.metadata.labels FieldValueInvalid',
      ]);
    });
    it('must equal the generated one', () => {
      const template = { ...POD, metadata: { labels: { 'controller-uid': 'another' } } };
      expect(harness.create(job({ template }))).toEqual([
        'spec.template.metadata.labels[controller-uid] FieldValueInvalid',
      ]);
      expect(harness.create(job({ selector: { matchLabels: { a: 'b' } } }))).toEqual([
        'spec.selector FieldValueInvalid',
        'spec.template.metadata.labels FieldValueInvalid',
      ]);
    });
  });

  const rows: [string, object, string[]][] = [
    ['pods started again on failure', { template: { spec: { ...POD.spec, restartPolicy: 'OnFailure' } } }, []],
    [
      'pods always started again',
      { template: { spec: { containers: POD.spec.containers } } },
      ['spec.template.spec.restartPolicy FieldValueRequired'],
    ],
    ...(
      ['parallelism', 'completions', 'backoffLimit', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished'] as const
    ).map((field): [string, object, string[]] => [
      `a negative ${field}`,
      { [field]: -1 },
      [`spec.${field} FieldValueInvalid`],
    ]),
    ['an unknown mode', { completionMode: 'Some' }, ['spec.completionMode FieldValueNotSupported']],
    ['indexes', indexed(), []],
    ['indexes without number', { completionMode: 'Indexed', parallelism: 2 }, ['spec.completions FieldValueRequired']],
    ['too many at once', indexed({ parallelism: 100_001 }), ['spec.parallelism FieldValueInvalid']],
    [
      'a limit for each index without indexes',
      { backoffLimitPerIndex: 1 },
      ['spec.backoffLimitPerIndex FieldValueInvalid'],
    ],
    [
      'failed indexes without a limit for each',
      indexed({ maxFailedIndexes: 1 }),
      ['spec.backoffLimitPerIndex FieldValueRequired'],
    ],
    [
      'more failed indexes than there are',
      indexed({ maxFailedIndexes: 6, backoffLimitPerIndex: 1 }),
      ['spec.maxFailedIndexes FieldValueInvalid'],
    ],
    [
      'a hundred thousand indexes that may all fail',
      indexed({ completions: 100_001, backoffLimitPerIndex: 1 }),
      ['spec.maxFailedIndexes FieldValueRequired'],
    ],
    ['a manager without domain', { managedBy: 'me' }, ['spec.managedBy FieldValueInvalid']],
    ['a manager', { managedBy: 'example.com/me' }, []],
    ['a long manager', { managedBy: `example.com/${'x'.repeat(60)}` }, ['spec.managedBy FieldValueTooLong']],
    ['an unknown replacement', { podReplacementPolicy: 'Soon' }, ['spec.podReplacementPolicy FieldValueNotSupported']],
    ['exit codes', codes({ containerName: 'c', values: [1, 2, 40] }), []],
    ['no rule to look at', rule({}), [`${RULE} FieldValueInvalid`]],
    [
      'a rule that looks at both',
      { podFailurePolicy: { rules: [{ ...codes({}).podFailurePolicy.rules[0], onPodConditions: [{ type: 'A' }] }] } },
      [`${RULE} FieldValueInvalid`],
    ],
    [
      'exit code 0 among those that fail',
      codes({ values: [0, 1] }),
      [`${RULE}.onExitCodes.values[0] FieldValueInvalid`],
    ],
    ['an exit code twice', codes({ values: [1, 1] }), [`${RULE}.onExitCodes.values[1] FieldValueDuplicate`]],
    ['exit codes in disorder', codes({ values: [2, 1] }), [`${RULE}.onExitCodes.values FieldValueInvalid`]],
    ['no exit codes', codes({ values: [] }), [`${RULE}.onExitCodes.values FieldValueInvalid`]],
    ['an unknown operator', codes({ operator: 'Gt' }), [`${RULE}.onExitCodes.operator FieldValueNotSupported`]],
    ['an unknown container', codes({ containerName: 'x' }), [`${RULE}.onExitCodes.containerName FieldValueInvalid`]],
    [
      'an unknown status of a condition',
      rule({ onPodConditions: [{ type: 'A', status: 'Maybe' }] }),
      [`${RULE}.onPodConditions[0].status FieldValueNotSupported`],
    ],
    [
      'a failing index without indexes',
      { podFailurePolicy: { rules: [{ ...codes({}).podFailurePolicy.rules[0], action: 'FailIndex' }] } },
      [`${RULE}.action FieldValueInvalid`],
    ],
    [
      'a policy for pods that are started again in place',
      { ...codes({}), template: { spec: { ...POD.spec, restartPolicy: 'OnFailure' } } },
      ['spec.template.spec.restartPolicy FieldValueInvalid'],
    ],
    ['a policy of success', success({ succeededIndexes: '0,2-4', succeededCount: 3 }), []],
    [
      'a policy of success without indexes',
      { successPolicy: { rules: [{ succeededCount: 1 }] } },
      ['spec.successPolicy FieldValueInvalid'],
    ],
    ['no rules of success', success(), ['spec.successPolicy.rules FieldValueRequired']],
    ['an empty rule of success', success({}), ['spec.successPolicy.rules[0] FieldValueRequired']],
    [
      'more successes than indexes',
      success({ succeededIndexes: '0-1', succeededCount: 3 }),
      ['spec.successPolicy.rules[0].succeededCount FieldValueInvalid'],
    ],
    [
      'indexes of more than 64 KiB, which are not read',
      success({ succeededIndexes: 'x'.repeat(65_537) }),
      ['spec.successPolicy.rules[0].succeededIndexes FieldValueTooLong'],
    ],
    [
      'indexes there are not',
      success({ succeededIndexes: '3-9' }),
      ['spec.successPolicy.rules[0].succeededIndexes FieldValueInvalid'],
    ],
  ];
  for (const [name, spec, errors] of rows) {
    it(`${errors.length === 0 ? 'accepts' : 'rejects'} ${name}`, () =>
      expect(harness.create(job(spec))).toEqual(errors));
  }
  it('rejects a name that exceeds a host name with the last index', () => {
    expect(harness.create(job(indexed(), { name: 'x'.repeat(61) }))).toEqual([]);
    expect(harness.create(job(indexed({ completions: 11 }), { name: 'x'.repeat(61) }))).toEqual([
      'metadata.name FieldValueInvalid',
    ]);
  });

  const indexes: [string, number | RegExp][] = [
    ['0', 1],
    ['0-3', 4],
    ['0,2-4', 4],
    ['3,1', /non-increasing/],
    ['2-2', /non-increasing/],
    ['1-2-3', /at most two parts/],
    ['a', /cannot convert/],
    ['', /cannot convert/],
    ['10', /too large/],
  ];
  for (const [text, want] of indexes) {
    it(`reads the indexes ${JSON.stringify(text)}`, () =>
      typeof want === 'number'
        ? expect(countIndexes(text, 10)).toBe(want)
        : expect(countIndexes(text, 10)).toMatch(want));
  }

  const shared: [string, string, number | undefined][] = [
    ['0,2-4', '3', 3],
    ['0-1,5-9', '2-4,9-12', 9],
    ['7,1-3', '9,2', 2],
    ['0-9', '4-5,2', 2],
    ['0,2', '1,3', undefined],
    ['5-2,x', '0-9', undefined],
    ['', '1', undefined],
  ];
  for (const [a, b, want] of shared) {
    it(`the first index of ${a} and ${b} is ${want}`, () => {
      expect(sharedIndex(a, b)).toBe(want);
      expect(sharedIndex(b, a)).toBe(want);
    });
  }
  it('many ranges are not compared each with each', () => {
    const every = (start: number): string => Array.from({ length: 200_000 }, (_, at) => start + 2 * at).join();
    expect(sharedIndex(every(0), every(1))).toBeUndefined();
    expect(sharedIndex(every(0), every(0))).toBe(0);
  });

  describe('an update', () => {
    /** The object as a client reads and changes it. */
    const update = (before: object, after: object, status: object = {}) => {
      const old = { ...harness.made(job(before)), status };
      const object = { ...old, spec: { ...(old as Job).spec, ...after } };
      return (harness.definition.strategy.validateUpdate?.(object as Job, old as Job, harness.context) ?? []).map(
        ({ field, reason }) => `${field} ${reason}`,
      );
    };
    const IMAGE = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:2' }] } };
    const labelled = (spec: object) => ({ ...(harness.made(job()) as Job).spec!.template, ...spec });
    const changes: [string, object, object, string[]][] = [
      ['how wide', {}, { parallelism: 4 }, []],
      ['how hard', {}, { backoffLimit: 1, activeDeadlineSeconds: 9, ttlSecondsAfterFinished: 5 }, []],
      ['whether it rests', {}, { suspend: true }, []],
      ['completions', {}, { completions: 2 }, ['spec.completions FieldValueInvalid']],
      ['completions of indexes alone', indexed(), { completions: 6 }, ['spec.completions FieldValueInvalid']],
      [
        'no completions of indexes',
        indexed(),
        { completions: undefined, completionMode: 'Indexed' },
        ['spec.completions FieldValueRequired', 'spec.completions FieldValueRequired'],
      ],
      ['completions of indexes that all run', indexed(), { completions: 6, parallelism: 6 }, []],
      ['the mode', { completions: 5 }, indexed(), ['spec.completionMode FieldValueInvalid']],
      ['the template', {}, { template: labelled(IMAGE) }, ['spec.template FieldValueInvalid']],
      ['the selector', {}, { selector: { matchLabels: { 'job-name': 'pi' } } }, ['spec.selector FieldValueInvalid']],
      ['who cares for it', {}, { managedBy: 'a.b/c' }, ['spec.managedBy FieldValueInvalid']],
      [
        'the policy of failure',
        {},
        codes({}),
        [
          'spec.podFailurePolicy FieldValueInvalid',
          'spec.podReplacementPolicy FieldValueNotSupported',
          'spec.podReplacementPolicy FieldValueNotSupported',
        ],
      ],
      ['the policy of success', indexed(), success({ succeededCount: 1 }), ['spec.successPolicy FieldValueInvalid']],
      [
        'the limit of each index',
        indexed(),
        { backoffLimitPerIndex: 2 },
        ['spec.backoffLimitPerIndex FieldValueInvalid'],
      ],
    ];
    for (const [name, before, after, errors] of changes) {
      it(`${errors.length === 0 ? 'may change' : 'may not change'} ${name}`, () =>
        expect(update(before, after).sort()).toEqual(errors));
    }

    const placed = (spec: object) => {
      const { template } = (harness.made(job({ suspend: true })) as Job).spec!;
      return { template: { ...template, spec: { ...template.spec, ...spec } } };
    };
    it('may change scheduling directives before the first start', () => {
      const affinity = {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }],
          },
        },
      };
      for (const change of [
        { nodeSelector: { a: 'b' } },
        { tolerations: [{ key: 'a', operator: 'Exists' }] },
        { affinity },
      ]) {
        expect(update({ suspend: true }, placed(change))).toEqual([]);
        expect(update({ suspend: true }, placed(change), { startTime: '2024-01-01T00:00:00Z' })).toEqual([
          'spec.template FieldValueInvalid',
        ]);
        expect(update({ suspend: false }, placed(change))).toEqual(['spec.template FieldValueInvalid']);
      }
    });
    it('may change nothing else of the pod template', () =>
      expect(update({ suspend: true }, placed({ terminationGracePeriodSeconds: 1 }))).toEqual([
        'spec.template FieldValueInvalid',
      ]));
  });

  const statuses: [string, JobStatus, string[]][] = [
    ['counts', { active: 1, succeeded: 2, failed: 0 }, []],
    ['negative counts', { active: -1 }, ['status.active FieldValueInvalid']],
    [
      'a pod counted twice',
      { uncountedTerminatedPods: { succeeded: ['a'], failed: ['a'] } },
      ['status.uncountedTerminatedPods.failed[0] FieldValueDuplicate'],
    ],
    [
      'a pod without uid',
      { uncountedTerminatedPods: { failed: [''] } },
      ['status.uncountedTerminatedPods.failed[0] FieldValueInvalid'],
    ],
  ];
  for (const [name, status, errors] of statuses) {
    it(`status: ${errors.length === 0 ? 'accepts' : 'rejects'} ${name}`, () =>
      expect(harness.written('status', harness.made(job()), { status }).errors).toEqual(errors));
  }
  describe('writes of the status', () => {
    const T = ['2024-01-01T00:00:00Z', '2024-01-01T00:01:00Z', '2024-01-01T00:02:00Z'] as const;
    const are = (...types: string[]) => ({ conditions: types.map((type) => ({ type, status: 'True' })) });
    const complete: JobStatus = { startTime: T[0], completionTime: T[1], ...are('SuccessCriteriaMet', 'Complete') };
    const failed: JobStatus = { startTime: T[0], ...are('FailureTarget', 'Failed') };
    const scalable = { completionMode: 'Indexed', completions: 5, parallelism: 5 };
    const criteria = { ...scalable, successPolicy: { rules: [{ succeededCount: 1 }] } };
    const without = ({ ...status }: JobStatus, field: keyof JobStatus): JobStatus => {
      delete status[field];
      return status;
    };
    const rows: [name: string, before: JobStatus, after: JobStatus, errors: string[], spec?: object][] = [
      ['success', { startTime: T[0], active: 1 }, complete, []],
      ['failure', { startTime: T[0], active: 1 }, failed, []],
      ['success without a time', {}, without(complete, 'completionTime'), ['completionTime Required']],
      ['success without a start', {}, without(complete, 'startTime'), ['startTime Required']],
      ['a job that never starts', {}, without(complete, 'startTime'), [], { suspend: true, completions: 0 }],
      ['success before the start', {}, { ...complete, startTime: T[2] }, ['completionTime Invalid']],
      ['a time of success without success', {}, { startTime: T[0], completionTime: T[1] }, ['completionTime Invalid']],
      ['success without its criteria', {}, { ...complete, ...are('Complete') }, ['conditions Invalid']],
      ['failure without its cause', {}, { ...failed, ...are('Failed') }, ['conditions Invalid']],
      ['both ends', {}, { ...complete, ...are('SuccessCriteriaMet', 'Complete', 'FailureTarget', 'Failed') }, Array(4).fill('conditions Invalid')],
      ['criteria of a failure', {}, { ...failed, ...are('SuccessCriteriaMet', 'FailureTarget') }, ['conditions Invalid']],
      ['an end without the criteria of the policy', { ...complete, ...are('Complete') }, { ...complete, ...are('Complete') }, ['conditions Invalid'], criteria],
      ['an end with active pods', {}, { ...complete, active: 1 }, ['active Invalid']],
      ['an end with terminating pods', {}, { ...complete, terminating: 1 }, ['terminating Invalid']],
      ['an end with uncounted pods', {}, { ...complete, uncountedTerminatedPods: { failed: ['a'] } }, ['uncountedTerminatedPods Invalid']],
      ['an end that had active pods', { ...complete, active: 1 }, { ...complete, active: 1, failed: 1 }, []],
      ['an end taken back', complete, { ...complete, ...are('SuccessCriteriaMet') }, ['completionTime Invalid', 'conditions Invalid']],
      ['a failure taken back', failed, { startTime: T[0] }, ['conditions Invalid', 'conditions Invalid']],
      ['criteria taken back', { startTime: T[0], ...are('SuccessCriteriaMet') }, { startTime: T[0] }, ['conditions Invalid']],
      ['criteria after the end', { ...complete, ...are('Complete') }, complete, ['conditions Invalid']],
      ['a later time of success', complete, { ...complete, completionTime: T[2] }, ['completionTime Invalid']],
      ['another start', { startTime: T[0] }, { startTime: T[1] }, ['startTime Required']],
      ['another start of a suspended job', { startTime: T[0] }, {}, [], { suspend: true }],
      ['another start of a job that goes on', { startTime: T[0], ...are('Suspended') }, { startTime: T[1], conditions: [{ type: 'Suspended', status: 'False' }] }, []],
      ['fewer failures', { failed: 2 }, { failed: 1 }, ['failed Invalid']],
      ['fewer successes', { succeeded: 2 }, { succeeded: 1 }, ['succeeded Invalid']],
      ['fewer successes of a job that scales', { succeeded: 2 }, { succeeded: 1 }, [], scalable],
      ['more ready pods than active ones', {}, { active: 1, ready: 2 }, ['ready Invalid']],
      ['indexes', {}, { completedIndexes: '0-2', failedIndexes: '3' }, [], { ...scalable, backoffLimitPerIndex: 1 }],
      ['indexes that are none', {}, { completedIndexes: '3-1', failedIndexes: 'x' }, ['completedIndexes Invalid', 'failedIndexes Invalid'], { ...scalable, backoffLimitPerIndex: 1 }],
      ['indexes in both lists', {}, { completedIndexes: '0-2', failedIndexes: '2' }, ['failedIndexes Invalid'], { ...scalable, backoffLimitPerIndex: 1 }],
      ['failed indexes of a job without a limit per index', {}, { failedIndexes: '' }, ['failedIndexes Invalid'], scalable],
      ['indexes of a job without', {}, { completedIndexes: '0' }, ['completedIndexes Invalid'], { completions: 1 }],
    ]; // prettier-ignore
    for (const [name, before, after, errors, spec = {}] of rows) {
      it(`${errors.length === 0 ? 'accepts' : 'rejects'} ${name}`, () => {
        const made = { ...harness.made(job(spec)), status: before };
        const found = harness.written('status', made, { status: after }).errors;
        expect(found).toEqual(errors.map((error) => `status.${error.replace(' ', ' FieldValue')}`));
      });
    }
    it('were free before 1.32', () => {
      const features = new ReleaseGates(31);
      const older = new KindTestHarness('Job', { ...harness.context, features });
      const made = { ...older.made(job()), status: { startTime: T[0] } };
      expect(older.written('status', made, { status: are('Complete', 'Failed') }).errors).toEqual([]);
    });
  });

  it('C-285 is selectable by succeeded pods', () => {
    const read = harness.definition.declaration.selectableFields!['status.successful']!;
    expect([read(harness.made(job())), read({ ...harness.made(job()), status: { succeeded: 4 } })]).toEqual(['0', '4']);
  });

  describe('cells', () => {
    const now = Date.parse('2024-01-01T01:00:00Z');
    const holds = (type: string) => ({ conditions: [{ type, status: 'True' }] });
    const table: [object, object, object][] = [
      [{}, {}, { Status: 'Running', Completions: '0/1', Duration: '' }],
      [{ parallelism: 1 }, {}, { Completions: '0/1' }],
      [{ parallelism: 3 }, { succeeded: 2 }, { Completions: '2/1 of 3' }],
      [
        { completions: 4 },
        { succeeded: 2, startTime: '2024-01-01T00:59:00Z' },
        { Completions: '2/4', Duration: '60s' },
      ],
      [
        {},
        { ...holds('Complete'), startTime: '2024-01-01T00:00:00Z', completionTime: '2024-01-01T00:00:07Z' },
        { Status: 'Complete', Duration: '7s' },
      ],
      [{}, holds('Failed'), { Status: 'Failed' }],
      [{}, holds('Suspended'), { Status: 'Suspended' }],
    ];
    for (const [spec, status, want] of table) {
      it(JSON.stringify({ spec, status }), () =>
        expect(harness.cells({ ...harness.made(job(spec)), status }, now)).toMatchObject(want),
      );
    }
  });
});
