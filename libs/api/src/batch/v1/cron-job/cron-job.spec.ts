import fc from 'fast-check';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';
import { parseCronSchedule } from './cron-schedule.js';
import type { CronJob } from './cron-job.types.js';

const harness = new KindTestHarness('CronJob');
const POD = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } };
const cron = (spec: object = {}, name = 'x') => ({
  metadata: { name },
  spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: POD } }, ...spec },
});

describe('CronJob', () => {
  it('defaults', () => {
    const { spec } = harness.made(cron()) as CronJob;
    expect(spec).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
    expect(spec?.jobTemplate.spec?.template.spec).toMatchObject({ dnsPolicy: 'ClusterFirst' });
    // Those of a Job are set when one is created.
    expect(spec?.jobTemplate.spec).not.toHaveProperty('backoffLimit');
  });

  const rows: [string, object, string[]][] = [
    ['nothing wrong', {}, []],
    ['no schedule', { schedule: undefined }, ['spec.schedule FieldValueRequired']],
    ['a broken schedule', { schedule: 'now' }, ['spec.schedule FieldValueInvalid']],
    ['a schedule of 1,024 characters', { schedule: `${'1,'.repeat(507)}10 * * * *`.padEnd(1_024) }, []],
    ['a longer schedule', { schedule: '* * * * *'.padEnd(1_025) }, ['spec.schedule FieldValueInvalid']],
    ['a list of a megabyte', { schedule: `${'1,'.repeat(500_000)}1 * * * *` }, ['spec.schedule FieldValueInvalid']],
    ['a zone in the schedule', { schedule: 'TZ=UTC * * * * *' }, ['spec.schedule FieldValueInvalid']],
    ['a zone', { timeZone: 'Europe/Berlin' }, []],
    ['another name of a zone', { timeZone: 'US/Pacific' }, []],
    ['UTC', { timeZone: 'Etc/UTC' }, []],
    ['an empty zone', { timeZone: '' }, ['spec.timeZone FieldValueInvalid']],
    ['the zone of this machine', { timeZone: 'Local' }, ['spec.timeZone FieldValueInvalid']],
    [
      'the zone of this machine in another spelling',
      { timeZone: 'local' },
      ['spec.timeZone FieldValueInvalid', 'spec.timeZone FieldValueInvalid'],
    ],
    ['an unknown zone', { timeZone: 'Moon/Crater' }, ['spec.timeZone FieldValueInvalid']],
    ['a zone in another spelling', { timeZone: 'europe/berlin' }, ['spec.timeZone FieldValueInvalid']],
    ['an offset', { timeZone: '+01:00' }, ['spec.timeZone FieldValueInvalid']],
    ['an unknown policy', { concurrencyPolicy: 'Maybe' }, ['spec.concurrencyPolicy FieldValueNotSupported']],
    ['a negative deadline', { startingDeadlineSeconds: -1 }, ['spec.startingDeadlineSeconds FieldValueInvalid']],
    ['a negative history', { failedJobsHistoryLimit: -1 }, ['spec.failedJobsHistoryLimit FieldValueInvalid']],
    [
      'a negative history of good ones',
      { successfulJobsHistoryLimit: -1 },
      ['spec.successfulJobsHistoryLimit FieldValueInvalid'],
    ],
    [
      'pods that do not end',
      { jobTemplate: { spec: { template: { spec: { containers: POD.spec.containers } } } } },
      ['spec.jobTemplate.spec.template.spec.restartPolicy FieldValueRequired'],
    ],
    [
      'a broken job',
      { jobTemplate: { spec: { template: POD, backoffLimit: -1 } } },
      ['spec.jobTemplate.spec.backoffLimit FieldValueInvalid'],
    ],
  ];
  for (const [name, spec, errors] of rows) {
    it(`${errors.length === 0 ? 'accepts' : 'rejects'} ${name}`, () =>
      expect(harness.create(cron(spec))).toEqual(errors));
  }
  it('leaves eleven characters of its name for a suffix', () => {
    expect(harness.create(cron({}, 'x'.repeat(52)))).toEqual([]);
    expect(harness.create(cron({}, 'x'.repeat(53)))).toEqual(['metadata.name FieldValueInvalid']);
  });
  it('accepts an update that keeps invalid stored values', () => {
    const old = cron({ schedule: 'TZ=UTC * * * * *', timeZone: 'Moon/Crater' });
    expect(harness.update(old, { ...old, spec: { ...old.spec, suspend: true } })).toEqual([]);
    expect(harness.update(old, { ...old, spec: { ...old.spec, schedule: 'CRON_TZ=UTC * * * * *' } })).toEqual([
      'spec.schedule FieldValueInvalid',
    ]);
  });
  it('cells', () => {
    const now = Date.parse('2024-01-01T01:00:00Z');
    const made = harness.made(cron());
    expect(harness.cells(made, now)).toMatchObject({
      Schedule: '*/5 * * * *',
      Timezone: '<none>',
      Suspend: 'False',
      Active: 0,
      'Last Schedule': '<none>',
      Containers: 'c',
      Images: 'i:1',
      Selector: '<none>',
    });
    const status = { active: [{ name: 'a' }], lastScheduleTime: '2024-01-01T00:55:00Z' };
    expect(harness.cells({ ...made, status }, now)).toMatchObject({ Active: 1, 'Last Schedule': '5m' });
    const broken = { spec: { template: POD, selector: { matchLabels: { a: 'b c' } } } };
    expect(harness.cells(harness.made(cron({ jobTemplate: broken })))).toMatchObject({ Selector: '<error>' });
  });
});

describe('a schedule', () => {
  const fields: [string, object][] = [
    ['*/15 0 1,15 * 1-5', { minutes: [0, 15, 30, 45], hours: [0], daysOfMonth: [1, 15], daysOfWeek: [1, 2, 3, 4, 5] }],
    ['5/20 * * jan-MAR,12 sun', { minutes: [5, 25, 45], months: [1, 2, 3, 12], daysOfWeek: [0], anyDayOfWeek: false }],
    ['0-10/5 ? ? * ?', { minutes: [0, 5, 10], anyDayOfMonth: true, anyDayOfWeek: true }],
    ['1,,3, * * * *', { minutes: [1, 3] }],
    ['+5 * * * *', { minutes: [5] }],
    ['@hourly', { minutes: [0] }],
    ['@weekly', { minutes: [0], hours: [0], daysOfWeek: [0], anyDayOfMonth: true }],
    ['@every 1h30m', { everyMs: 5_400_000 }],
    ['@every 0', { everyMs: 1_000 }],
    ['@every -1h', { everyMs: 1_000 }],
  ];
  for (const [text, want] of fields) {
    it(`reads ${text}`, () => expect(plain(parseCronSchedule(text))).toMatchObject(want));
  }

  const refused: [string, RegExp][] = [
    ['', /^empty spec string$/],
    ['* * * *', /^expected exactly 5 fields, found 4: \[\* \* \* \*\]$/],
    ['* * * * * *', /^expected exactly 5 fields, found 6/],
    ['60 * * * *', /^end of range \(60\) above maximum \(59\): 60$/],
    ['* * 0 * *', /^beginning of range \(0\) below minimum \(1\): 0$/],
    ['* * * * 7', /^end of range \(7\) above maximum \(6\): 7$/],
    ['5-3 * * * *', /^beginning of range \(5\) beyond end of range \(3\): 5-3$/],
    ['*/0 * * * *', /^step of range should be a positive number: \*\/0$/],
    ['1-2-3 * * * *', /^too many hyphens: 1-2-3$/],
    ['1/2/3 * * * *', /^too many slashes: 1\/2\/3$/],
    ['x * * * *', /^failed to parse int from x/],
    ['* * * * L', /^failed to parse int from L/],
    ['@sometimes', /^unrecognized descriptor: @sometimes$/],
    ['@every soon', /^failed to parse duration @every soon: time: invalid duration "soon"$/],
  ];
  for (const [text, want] of refused) {
    it(`rejects ${JSON.stringify(text)}`, () => expect(parseCronSchedule(text)).toMatch(want));
  }

  it('contains exactly the requested values', () => {
    const list = (min: number, max: number) => fc.uniqueArray(fc.integer({ min, max }), { minLength: 1 });
    fc.assert(
      fc.property(list(0, 59), list(0, 23), list(1, 31), list(1, 12), list(0, 6), (...lists) => {
        const parsed = plain(parseCronSchedule(lists.map((l) => l.join(',')).join(' ')));
        const names = ['minutes', 'hours', 'daysOfMonth', 'months', 'daysOfWeek'];
        for (const [i, name] of names.entries()) expect(parsed[name]).toEqual(lists[i]!.sort((a, b) => a - b));
      }),
    );
  });
  it('never throws, for arbitrary text', () =>
    fc.assert(
      fc.property(fc.string(), (text) => expect(['string', 'object']).toContain(typeof parseCronSchedule(text))),
    ));
});

/** Sets as sorted lists. */
const plain = (schedule: ReturnType<typeof parseCronSchedule>): Record<string, unknown> =>
  typeof schedule === 'string'
    ? { error: schedule }
    : Object.fromEntries(
        Object.entries(schedule).map(([name, value]) => [
          name,
          value instanceof Set ? [...(value as Set<number>)].sort((a, b) => a - b) : value,
        ]),
      );
