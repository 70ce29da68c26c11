import { ApiError, formatTime, type StatusReason } from '@orch/apimachinery';
import { RewriteError, TransportError } from '@orch/client';
import type { Migration, MigrationCondition, MigrationStatus } from './migration.js';

/** Reasons and messages are those of kube-controller-manager. */
const REASONS = {
  Running: 'StorageVersionMigrationInProgress',
  Succeeded: 'StorageVersionMigrationSucceeded',
  Failed: 'StorageVersionMigrationFailed',
} as const;

export type MigrationPhase = keyof typeof REASONS;

/** The reason of a condition, and of the event of a failure. */
export const reasonOf = (phase: MigrationPhase): string => REASONS[phase];

/** Messages of failures. */
export const FAILURES = {
  /** No served version has the resource. */
  notServed: 'resource does not exist in discovery',
  /** It is served without the verbs that a migration needs. */
  notWritable: 'resource not found',
  /** The server refuses a list or a write. */
  refused: 'migration encountered unhandled error',
} as const;

/** Needed of a resource. */
const NEEDED_VERBS = ['list', 'patch'] as const;

export const isMigratable = ({ verbs }: { readonly verbs: readonly string[] }): boolean =>
  NEEDED_VERBS.every((verb) => verbs.includes(verb));

/** Whether it has succeeded or failed: it is not looked at again. */
export const isFinished = (migration: Migration): boolean =>
  isTrue(migration.status, 'Succeeded') || isTrue(migration.status, 'Failed');

export const isRunning = (migration: Migration): boolean => isTrue(migration.status, 'Running');

/**
 * The status in a phase: a migration that succeeded or failed runs no longer. A condition that is true already stays as it is.
 * @param version of the kind, which names the time of a condition.
 * @param resourceVersion kept when one is set.
 */
export function statusIn(
  phase: MigrationPhase,
  status: MigrationStatus | undefined,
  change: {
    readonly version: string;
    readonly nowMs: number;
    readonly message?: string;
    readonly resourceVersion?: string;
  },
): MigrationStatus {
  const { version, nowMs, message = '' } = change;
  const resourceVersion = status?.resourceVersion || change.resourceVersion;
  const time = { [version === 'v1alpha1' ? 'lastUpdateTime' : 'lastTransitionTime']: formatTime(nowMs) };
  const kept = (status?.conditions ?? [])
    .filter((condition) => condition.type !== phase || condition.status === 'True')
    .map((condition) => (phase !== 'Running' && isRunningCondition(condition) ? ended(condition, time) : condition));
  const entered = { type: phase, status: 'True', ...time, reason: REASONS[phase], message };
  return {
    ...status,
    conditions: isTrue(status, phase) ? kept : [...kept, entered],
    ...(resourceVersion ? { resourceVersion } : {}),
  };
}

/** Failures that end by themselves: the migration goes on later. Any other refusal is its failure. */
const TEMPORARY: ReadonlySet<StatusReason> = new Set<StatusReason>([
  'Expired',
  'ServerTimeout',
  'ServiceUnavailable',
  'Timeout',
  'TooManyRequests',
]);

/** Whether a run that ended with this error is repeated. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof TransportError) return true;
  const refusal = error instanceof RewriteError ? error.cause : error;
  return refusal instanceof ApiError && TEMPORARY.has(refusal.reason);
}

/** Whether the server refused a list or a write, now and for ever. */
export const isRefusal = (error: unknown): error is RewriteError | ApiError =>
  (error instanceof RewriteError || error instanceof ApiError) && !isTemporary(error);

const isRunningCondition = ({ type, status }: MigrationCondition): boolean => type === 'Running' && status === 'True';

const ended = (condition: MigrationCondition, time: object): MigrationCondition => ({
  ...condition,
  status: 'False',
  ...time,
});

const isTrue = (status: MigrationStatus | undefined, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
