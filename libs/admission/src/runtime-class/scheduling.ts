import type { PodSpec, RuntimeClass } from '@orch/api';
import { mergeTolerations } from '../tolerations/merge-tolerations.js';

/** Why the node selector of a pod cannot be combined with that of its class. */
export function selectorFault({ nodeSelector = {} }: PodSpec, { scheduling }: RuntimeClass): string | undefined {
  for (const [key, value] of Object.entries(scheduling?.nodeSelector ?? {})) {
    if (!Object.hasOwn(nodeSelector, key) || nodeSelector[key] === value) continue;
    return (
      `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; ` +
      `pod.spec.nodeSelector[${key}] = ${nodeSelector[key]}`
    );
  }
  return undefined;
}

/** The pod with the node selector and the tolerations of its class in addition to its own. */
export function withScheduling(spec: PodSpec, { scheduling }: RuntimeClass): PodSpec {
  if (scheduling === undefined) return spec;
  const { nodeSelector, tolerations = [] } = scheduling;
  const merged = mergeTolerations(spec.tolerations ?? [], tolerations);
  return {
    ...spec,
    ...(nodeSelector === undefined ? {} : { nodeSelector: { ...spec.nodeSelector, ...nodeSelector } }),
    ...(merged.length === 0 ? {} : { tolerations: merged }),
  };
}
