import { humanAge } from '@orch/apimachinery';
import type { Job } from './job.types.js';

/** Conditions shown as status, highest precedence first; `undefined`: being deleted. */
const STATUS_CONDITIONS = ['Complete', 'Failed', undefined, 'Suspended', 'FailureTarget', 'SuccessCriteriaMet'];

/** `Running` without any other condition. */
export function statusText({ metadata, status }: Job): string {
  const holds = (type: string) => status?.conditions?.some((c) => c.type === type && c.status === 'True') === true;
  for (const type of STATUS_CONDITIONS) {
    if (type === undefined) {
      if (metadata.deletionTimestamp) return 'Terminating';
    } else if (holds(type)) return type;
  }
  return 'Running';
}

/** `2/5`; for a work queue of unknown length with parallelism 3, `2/1 of 3`. */
export function completionsText({ spec, status }: Job): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

/** Duration until completion or until now; empty before the start. */
export function durationText({ status }: Job, nowMs: number): string {
  if (!status?.startTime) return '';
  const end = status.completionTime ? Date.parse(status.completionTime) : nowMs;
  return humanAge(end - Date.parse(status.startTime));
}
