import { flagGroup, type FlagValues, UsageError } from '@orch/process';
import type { FlowLimits } from './flow-limits.js';

/** Flags of request limits (D-222, D-224). */
export const limitsFlags = flagGroup('Overload', [
  {
    name: 'max-requests-inflight',
    type: 'int',
    default: 400,
    min: 0,
    help: 'Concurrent reads; with priority and fairness a part of the sum that all levels share. 0 means no limit.',
  },
  {
    name: 'max-mutating-requests-inflight',
    type: 'int',
    default: 200,
    min: 0,
    help: 'Concurrent writes; with priority and fairness the other part of the sum. 0 means no limit.',
  },
  {
    name: 'enable-priority-and-fairness',
    type: 'bool',
    default: true,
    help: 'Limit concurrent requests by FlowSchema and PriorityLevelConfiguration objects.',
  },
]);

/** @throws UsageError when both limits are zero. */
export function flowLimits(values: FlagValues<readonly [typeof limitsFlags]>): FlowLimits {
  const priorityAndFairness = values['enable-priority-and-fairness'];
  if (priorityAndFairness && values['max-requests-inflight'] + values['max-mutating-requests-inflight'] === 0) {
    throw new UsageError(
      '--max-requests-inflight=0 and --max-mutating-requests-inflight=0 leave nothing to share: give one of them a number, or set --enable-priority-and-fairness=false',
    );
  }
  return { priorityAndFairness };
}
