import { humanAge } from '@orch/apimachinery';
import type { Job } from './job.types.js';

/** Conditions that say where a job is, most telling first; `undefined` stands for a deletion under way. */
const TELLING = ['Complete', 'Failed', undefined, 'Suspended', 'FailureTarget', 'SuccessCriteriaMet'];

/** `Running` until something else is known. */
export function statusText({ metadata, status }: Job): string {
  const holds = (type: string) => status?.conditions?.some((c) => c.type === type && c.status === 'True') === true;
  for (const type of TELLING) {
    if (type === undefined) {
      if (metadata.deletionTimestamp) return 'Terminating';
    } else if (holds(type)) return type;
  }
  return 'Running';
}

/** `2/5`; of a queue of which nobody knows the length, `2/1 of 3` with three working on it. */
export function completionsText({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

/** How long it took, or has taken so far; empty before it started. */
export function durationText({ status }: Job, nowMs: number): string {
  if (!status?.startTime) return '';
  const end = status.completionTime ? Date.parse(status.completionTime) : nowMs;
  return humanAge(end - Date.parse(status.startTime));
}
