import type { PodSpec, RuntimeClass } from '@orch/api';
import { mergeTolerations } from '../tolerations/merge-tolerations.js';

/** Labels, and tolerations, that a pod gets from its class: a pod of some hundred bytes must not become one of a megabyte. */
const MAX_ADDED = 1_000;

/** Why a pod cannot get all that its class adds. */
export function additionFault({ scheduling }: RuntimeClass): string | undefined {
  const added = Math.max(Object.keys(scheduling?.nodeSelector ?? {}).length, scheduling?.tolerations?.length ?? 0);
  if (added <= MAX_ADDED) return undefined;
  return `pod rejected: its RuntimeClass has ${added} node labels or tolerations, of which a pod gets at most ${MAX_ADDED}`;
}

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
