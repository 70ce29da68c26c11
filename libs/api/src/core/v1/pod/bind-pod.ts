import { ApiError, type ResourceRef } from '@orch/apimachinery';
import { validateBinding } from '../binding/binding.strategy.js';
import type { Binding } from '../binding/binding.types.js';
import type { PodCondition } from './pod-status.js';
import type { Pod } from './pod.types.js';

interface BindingContext {
  readonly copiesLabels: boolean;
  /** RFC 3339 with seconds. */
  readonly now: string;
}

/**
 * Puts a pod on the node a binding names, once (C-171..C-173). Annotations of the binding come along, and labels in newer releases.
 * @returns the pod to store, or the error to answer: Invalid for a bad target, Conflict
 *   when the pod is bound already, is going away, or is not ready to be scheduled.
 */
export function bindPod(pod: Pod, binding: Binding, { copiesLabels, now }: BindingContext): Pod | ApiError {
  const ref: ResourceRef = { group: '', resource: 'pods/binding', ...nameOf(pod) };
  const errors = validateBinding(binding);
  if (errors.length > 0) return ApiError.invalid({ group: '', kind: 'Binding', ...nameOf(binding) }, errors);
  const refusal = refusalOf(pod);
  if (refusal !== undefined) return ApiError.conflict(ref, refusal);
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(copiesLabels ? merged('labels', pod, binding) : {}),
      ...merged('annotations', pod, binding),
    },
    spec: { ...pod.spec!, nodeName: binding.target.name },
    status: { ...pod.status, conditions: withScheduled(pod.status?.conditions ?? [], now) },
  };
}

const nameOf = ({ metadata }: Pod | Binding): { name?: string } => (metadata.name ? { name: metadata.name } : {});

function refusalOf({ metadata, spec }: Pod): string | undefined {
  if (metadata.deletionTimestamp) return `pod ${metadata.name} is being deleted, cannot be assigned to a host`;
  if (spec?.nodeName) return `pod ${metadata.name} is already assigned to node "${spec.nodeName}"`;
  if ((spec?.schedulingGates ?? []).length > 0) return `pod ${metadata.name} has non-empty .spec.schedulingGates`;
  return undefined;
}

function merged(field: 'labels' | 'annotations', pod: Pod, binding: Binding): Partial<Pod['metadata']> {
  const added = binding.metadata[field];
  return added === undefined ? {} : { [field]: { ...pod.metadata[field], ...added } };
}

function withScheduled(conditions: readonly PodCondition[], now: string): PodCondition[] {
  const scheduled: PodCondition = { type: 'PodScheduled', status: 'True', lastTransitionTime: now };
  return [...conditions.filter(({ type }) => type !== scheduled.type), scheduled];
}
