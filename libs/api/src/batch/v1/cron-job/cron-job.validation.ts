import { fieldError, FieldPath, goLabelSelector, goValue, type FieldError } from '@orch/apimachinery';
import type { PodRules } from '../../../core/v1/pod/pod-rules.js';
import { validateCounts } from '../../../core/workload/replica-counts.validation.js';
import type { JobSpec } from '../job/job-spec.js';
import { validateJobSpec } from '../job/job.validation.js';
import { parseCronSchedule } from './cron-schedule.js';
import type { CronJob, CronJobSpec } from './cron-job.types.js';
import { isTimeZone } from './time-zone.js';

const SPEC = FieldPath.of('spec');
const NAME = FieldPath.of('metadata', 'name');
/** A Job's name is that of its CronJob with a dash and ten digits, and a label's value has at most 63 characters. */
const MAX_NAME_LENGTH = 52;
/** A list of every minute, hour, day and month has less than half of it. Upstream has no limit. */
const MAX_SCHEDULE_LENGTH = 1_024;
const POLICIES = ['Allow', 'Forbid', 'Replace'];

/** @param old current object; its unchanged values are not validated again where the rules have become stricter. */
export function validateCronJob(job: CronJob, old: CronJob | undefined, rules: PodRules): FieldError[] {
  const { name = '' } = job.metadata;
  return [
    ...(job.spec ? validateSpec(job.spec, old?.spec, rules) : [fieldError.required(SPEC)]),
    ...(name.length > MAX_NAME_LENGTH
      ? [fieldError.invalid(NAME, name, `must be no more than ${MAX_NAME_LENGTH} characters`)]
      : []),
  ];
}

function validateSpec(spec: CronJobSpec, old: CronJobSpec | undefined, rules: PodRules): FieldError[] {
  const template = SPEC.child('jobTemplate').child('spec');
  return [
    ...validateSchedule(spec, old),
    ...validateCounts(SPEC, spec, ['startingDeadlineSeconds']),
    ...(spec.timeZone === old?.timeZone ? [] : validateTimeZone(SPEC.child('timeZone'), spec.timeZone)),
    ...validateConcurrency(SPEC.child('concurrencyPolicy'), spec.concurrencyPolicy),
    ...(spec.jobTemplate?.spec
      ? [
          ...validateJobSpec(template, spec.jobTemplate.spec, rules),
          ...validateNoSelector(template, spec.jobTemplate.spec),
        ]
      : [fieldError.required(template)]),
    ...validateCounts(SPEC, spec, ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit']),
  ];
}

/** Each Job gets a selector of its own. */
const validateNoSelector = (path: FieldPath, { selector, manualSelector }: JobSpec): FieldError[] => [
  ...(selector
    ? [
        fieldError.invalid(
          path.child('selector'),
          goValue(goLabelSelector, selector),
          '`selector` will be auto-generated',
        ),
      ]
    : []),
  ...(manualSelector ? [fieldError.notSupported(path.child('manualSelector'), true, ['nil', 'false'])] : []),
];

function validateSchedule({ schedule, timeZone }: CronJobSpec, old: CronJobSpec | undefined): FieldError[] {
  const path = SPEC.child('schedule');
  if (!schedule) return [fieldError.required(path)];
  if (schedule === old?.schedule && timeZone === old.timeZone) return [];
  // Parsing is linear, but a megabyte would block other requests too long.
  if (schedule.length > MAX_SCHEDULE_LENGTH)
    return [fieldError.invalid(path, schedule, `must be no more than ${MAX_SCHEDULE_LENGTH} characters`)];
  if (schedule.includes('TZ')) {
    const detail = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    return [fieldError.invalid(path, schedule, detail)];
  }
  const parsed = parseCronSchedule(schedule);
  return typeof parsed === 'string' ? [fieldError.invalid(path, schedule, parsed)] : [];
}

function validateTimeZone(path: FieldPath, timeZone: string | undefined): FieldError[] {
  if (timeZone === undefined) return [];
  const refuse = (detail: string): FieldError => fieldError.invalid(path, timeZone, detail);
  if (timeZone === '') return [refuse('timeZone must be nil or non-empty string')];
  // `Local` is a zone of the host, and no other spelling of it is one.
  const isLocal = timeZone.toLowerCase() === 'local';
  return [
    ...(isLocal
      ? [refuse('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones')]
      : []),
    ...(timeZone === 'Local' || isTimeZone(timeZone) ? [] : [refuse(`unknown time zone ${timeZone}`)]),
  ];
}

function validateConcurrency(path: FieldPath, policy: string | undefined): FieldError[] {
  if (!policy) return [fieldError.required(path)];
  return POLICIES.includes(policy) ? [] : [fieldError.notSupported(path, policy, POLICIES)];
}
