import type { Pod } from './pod.types.js';
import type { PodCondition } from './pod-status.js';

/**
 * A pod that is about to be evicted, with the condition that says why it ends: a Job may not count it as a failure.
 * @param now RFC 3339 with seconds.
 */
export function evictedPod(pod: Pod, now: string): Pod {
  const conditions = pod.status?.conditions ?? [];
  const current = conditions.find(({ type }) => type === DISRUPTED.type);
  const lastTransitionTime = current?.status === DISRUPTED.status ? (current.lastTransitionTime ?? null) : now;
  const condition: PodCondition = { ...DISRUPTED, lastProbeTime: null, lastTransitionTime };
  return {
    ...pod,
    status: {
      ...pod.status,
      conditions: current
        ? conditions.map((other) => (other === current ? condition : other))
        : [...conditions, condition],
    },
  };
}

const DISRUPTED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
} as const;
