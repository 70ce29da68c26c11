import type { Pod } from './pod.types.js';

/** The pod with one second for a negative grace period, as in every write of a pod; that of a pod template is kept. */
export function withoutNegativeGracePeriod(pod: Pod): Pod {
  const { spec } = pod;
  if (!spec || (spec.terminationGracePeriodSeconds ?? 0) >= 0) return pod;
  return { ...pod, spec: { ...spec, terminationGracePeriodSeconds: 1 } };
}
