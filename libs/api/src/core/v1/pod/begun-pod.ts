import { withMember } from '@orch/apimachinery';
import type { PodCondition } from './pod-status.js';
import type { Pod } from './pod.types.js';
import { qosClassOf } from './quality-of-service.js';

/**
 * A new pod as it begins: its class of service follows from its resources, and scheduling gates make a condition.
 * @param now formatted time of the create.
 */
export function begunPod(pod: Pod, now: string): Pod {
  const { spec, status } = pod;
  if (!spec) return pod;
  const begun = { ...status };
  if (spec.schedulingGates?.length) begun.conditions = [gatedCondition(now)];
  begun.qosClass = qosClassOf(spec);
  return withMember(pod, 'status', begun);
}

const gatedCondition = (now: string): PodCondition => ({
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: now,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
});
