import {
  fieldError,
  FieldPath,
  goSlice,
  goString,
  goStruct,
  goTime,
  goValue,
  type FieldError,
} from '@orch/apimachinery';
import { sameJson } from '../../../validation/json-equality.js';
import { countIndexes, sharedIndex } from './index-ranges.js';
import type { Job, JobStatus } from './job.types.js';

const STATUS = FieldPath.of('status');
const CONDITIONS = STATUS.child('conditions');
const TERMINAL = ['Failed', 'Complete', 'FailureTarget'] as const;
const uids = goSlice('[]types.UID', goString);
const goUncounted = goStruct('batch.UncountedTerminatedPods', { succeeded: uids, failed: uids });

/**
 * Rules of status writes while feature `JobManagedBy` is on, since controllers other than the usual one may send them: a Job ends once,
 * with everything that an ended one has. A rule is about fields that changed, so that a status from before does not block others.
 */
export function validateJobStatusUpdate(job: Job, old: Job): FieldError[] {
  const change: Change = { job, old, status: job.status ?? {}, before: old.status ?? {} };
  return RULES.flatMap((rule) => rule(change));
}

interface Change {
  readonly job: Job;
  readonly old: Job;
  readonly status: JobStatus;
  readonly before: JobStatus;
}
type Rule = (change: Change) => FieldError[];

const holds = ({ conditions = [] }: JobStatus, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === 'True');
const isFinished = (status: JobStatus): boolean => holds(status, 'Complete') || holds(status, 'Failed');

const changes = ({ status, before }: Change, ...fields: (keyof JobStatus)[]): boolean =>
  fields.some((field) => !sameJson(status[field], before[field]));
const turns = ({ status, before }: Change, ...types: string[]): boolean =>
  types.some((type) => holds(status, type) !== holds(before, type));
const finishes = ({ status, before }: Change): boolean => isFinished(status) !== isFinished(before);

const refuse = (isWrong: boolean, error: () => FieldError): FieldError[] => (isWrong ? [error()] : []);
const refuseConditions = (isWrong: boolean, detail: string): FieldError[] =>
  refuse(isWrong, () => fieldError.invalidUnseen(CONDITIONS, detail));
const refuseField = (isWrong: boolean, status: JobStatus, field: keyof JobStatus, detail: string): FieldError[] =>
  refuse(isWrong, () => fieldError.invalid(STATUS.child(field), SHOWN[field]?.(status) ?? status[field] ?? 0, detail));

const SHOWN: Partial<Record<keyof JobStatus, (status: JobStatus) => unknown>> = {
  completionTime: ({ completionTime }) => goValue(goTime, completionTime),
  uncountedTerminatedPods: ({ uncountedTerminatedPods }) => goValue(goUncounted, uncountedTerminatedPods),
};

const endsOneWay: Rule = (change) => {
  const { status } = change;
  const isComplete = holds(status, 'Complete');
  return [
    ...refuseConditions(
      turns(change, 'Complete', 'Failed') && isComplete && holds(status, 'Failed'),
      'cannot set Complete=True and Failed=true conditions',
    ),
    ...refuseConditions(
      turns(change, 'Complete', 'FailureTarget') && isComplete && holds(status, 'FailureTarget'),
      'cannot set Complete=True and FailureTarget=true conditions',
    ),
  ];
};

const completionTime: Rule = (change) => {
  const { status } = change;
  const { startTime, completionTime: completed } = status;
  const isComplete = holds(status, 'Complete');
  const isNew = turns(change, 'Complete') || changes(change, 'completionTime');
  return [
    ...refuseField(
      isNew && completed !== undefined && !isComplete,
      status,
      'completionTime',
      'cannot set completionTime when there is no Complete=True condition',
    ),
    ...refuse(isNew && completed === undefined && isComplete, () =>
      fieldError.required(STATUS.child('completionTime'), 'completionTime is required for Complete jobs'),
    ),
    ...refuseField(
      changes(change, 'startTime', 'completionTime') && isBefore(completed, startTime),
      status,
      'completionTime',
      'completionTime cannot be set before startTime',
    ),
  ];
};

const isBefore = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && Date.parse(a) < Date.parse(b);

const interimConditions: Rule = (change) => {
  const { status } = change;
  return [
    ...refuseConditions(
      (turns(change, 'Failed') || changes(change, 'failedIndexes')) &&
        holds(status, 'Failed') &&
        !holds(status, 'FailureTarget'),
      'cannot set Failed=True condition without the FailureTarget=true condition',
    ),
    ...refuseConditions(
      turns(change, 'Complete', 'SuccessCriteriaMet') &&
        holds(status, 'Complete') &&
        !holds(status, 'SuccessCriteriaMet'),
      'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    ),
  ];
};

const endedJob: Rule = (change) => {
  const { job, status } = change;
  if (!isFinished(status)) return [];
  const { active = 0, startTime, uncountedTerminatedPods: { succeeded = [], failed = [] } = {} } = status;
  const neverStarts = job.spec?.suspend === true && job.spec.completions === 0;
  const ends = finishes(change);
  return [
    ...refuseField(
      (ends || changes(change, 'active')) && active > 0,
      status,
      'active',
      'active>0 is invalid for finished job',
    ),
    ...refuse((ends || changes(change, 'startTime')) && !neverStarts && startTime === undefined, () =>
      fieldError.required(STATUS.child('startTime'), 'startTime is required for finished job'),
    ),
    ...refuseField(
      (ends || changes(change, 'uncountedTerminatedPods')) && succeeded.length + failed.length > 0,
      status,
      'uncountedTerminatedPods',
      'uncountedTerminatedPods needs to be empty for finished job',
    ),
  ];
};

const indexes: Rule = (change) => {
  const { completions, backoffLimitPerIndex, completionMode } = change.job.spec ?? {};
  const { status } = change;
  const { completedIndexes = '', failedIndexes } = status;
  const newCompleted = changes(change, 'completedIndexes');
  const newFailed = changes(change, 'failedIndexes');
  const format = (isNew: boolean, field: 'completedIndexes' | 'failedIndexes'): FieldError[] => {
    const text = status[field] ?? '';
    if (!isNew || completions === undefined || text === '') return [];
    const fault = countIndexes(text, completions);
    return refuseField(typeof fault === 'string', status, field, `error parsing ${field}: ${fault}`);
  };
  const shared = completions === undefined ? undefined : sharedIndex(completedIndexes, failedIndexes ?? '');
  return [
    ...format(newCompleted, 'completedIndexes'),
    ...format(newFailed && backoffLimitPerIndex !== undefined, 'failedIndexes'),
    ...refuseField(
      newCompleted && completedIndexes !== '' && completionMode !== 'Indexed',
      status,
      'completedIndexes',
      'cannot set non-empty completedIndexes when non-indexed completion mode',
    ),
    ...refuseField(
      newFailed && failedIndexes !== undefined && backoffLimitPerIndex === undefined,
      status,
      'failedIndexes',
      'cannot set non-null failedIndexes when backoffLimitPerIndex is null',
    ),
    ...refuseField(
      (newFailed || newCompleted) && shared !== undefined,
      status,
      'failedIndexes',
      `failedIndexes and completedIndexes overlap at index: ${shared}`,
    ),
  ];
};

const runningPods: Rule = (change) => {
  const { status } = change;
  const { active = 0, ready, terminating = 0 } = status;
  return [
    ...refuseField(
      (finishes(change) || changes(change, 'terminating')) && terminating > 0 && isFinished(status),
      status,
      'terminating',
      'terminating>0 is invalid for finished job',
    ),
    ...refuseField(
      changes(change, 'ready', 'active') && ready !== undefined && ready > active,
      status,
      'ready',
      'cannot set more ready pods than active',
    ),
  ];
};

const successCriteria: Rule = ({ job, status }) => {
  const isMet = holds(status, 'SuccessCriteriaMet');
  return [
    ...refuseConditions(
      isMet && holds(status, 'Failed'),
      'cannot set SuccessCriteriaMet=True and Failed=true conditions',
    ),
    ...refuseConditions(
      isMet && holds(status, 'FailureTarget'),
      'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
    ),
    ...refuseConditions(
      job.spec?.successPolicy !== undefined && !isMet && holds(status, 'Complete'),
      'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True',
    ),
  ];
};

const staysEnded: Rule = ({ status, before }) => [
  ...TERMINAL.flatMap((type) =>
    refuseConditions(holds(before, type) && !holds(status, type), `cannot disable the terminal ${type}=True condition`),
  ),
];

const countersGrow: Rule = ({ job, status, before }) => {
  const { completionMode, completions, parallelism } = job.spec ?? {};
  // Such a job may be scaled down.
  const isElastic = completionMode === 'Indexed' && completions === parallelism;
  const shrinks = (field: 'failed' | 'succeeded'): boolean => (status[field] ?? 0) < (before[field] ?? 0);
  return [
    ...refuseField(shrinks('failed'), status, 'failed', 'cannot decrease the failed counter'),
    ...refuseField(!isElastic && shrinks('succeeded'), status, 'succeeded', 'cannot decrease the succeeded counter'),
  ];
};

const timesStay: Rule = (change) => {
  const { job, status, before } = change;
  const resumes = holds(before, 'Suspended') && isFalse(status, 'Suspended');
  return [
    ...refuseField(
      changes(change, 'completionTime') && status.completionTime !== undefined && before.completionTime !== undefined,
      status,
      'completionTime',
      'completionTime cannot be mutated',
    ),
    ...refuse(
      changes(change, 'startTime') && before.startTime !== undefined && job.spec?.suspend !== true && !resumes,
      () => fieldError.required(STATUS.child('startTime'), 'startTime cannot be removed for unsuspended job'),
    ),
  ];
};

const isFalse = ({ conditions = [] }: JobStatus, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === 'False');

const criteriaStay: Rule = ({ status, before }) => {
  const [wasMet, isMet] = [holds(before, 'SuccessCriteriaMet'), holds(status, 'SuccessCriteriaMet')];
  return [
    ...refuseConditions(wasMet && !isMet, 'cannot disable the SuccessCriteriaMet=True condition'),
    ...refuseConditions(
      holds(before, 'Complete') && !wasMet && isMet,
      'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions',
    ),
  ];
};

const RULES: readonly Rule[] = [
  endsOneWay,
  completionTime,
  interimConditions,
  endedJob,
  indexes,
  runningPods,
  successCriteria,
  staysEnded,
  countersGrow,
  timesStay,
  criteriaStay,
];
