import type { Pod } from '@orch/api';
import { checkedPodOf } from './pod-templates.js';
import type { LevelAndVersion } from './security-policy.js';
import type { Violations } from './violations.js';

/** A namespace with more pods has only the first of them checked: the writer of the label waits. */
const MAX_CHECKED_PODS = 3_000;

/** What is remembered of a pod while the others are judged. */
export interface JudgedPod {
  readonly name: string;
  /** The uid of its controller. */
  readonly controller: string | undefined;
  /** Why it would not be admitted again; empty: it would. */
  readonly reason: string;
}

export function judgedPod(pod: Pod, enforce: LevelAndVersion, violations: Violations): JudgedPod {
  const { metadata } = pod;
  const checked = checkedPodOf(pod);
  return {
    name: metadata.name ?? '',
    controller: metadata.ownerReferences?.find((owner) => owner.controller)?.uid,
    reason: checked
      ? violations(checked, enforce)
          .map(({ reason }) => reason)
          .join(', ')
      : '',
  };
}

/** Warnings for a namespace whose enforced level was raised: existing pods stay, but would not be admitted again. */
export function namespaceWarnings(namespace: string, enforce: LevelAndVersion, pods: readonly JudgedPod[]): string[] {
  const checked = inOrder(pods).slice(0, MAX_CHECKED_PODS);
  const podsByReason = new Map<string, string[]>();
  for (const { name, reason } of checked) {
    if (reason === '') continue;
    const names = podsByReason.get(reason);
    if (names) names.push(name);
    else podsByReason.set(reason, [name]);
  }
  const told = [...podsByReason].map(([reason, names]) => `${firstOf(names)}: ${reason}`).sort();
  const shown = `"${enforce.level}:${enforce.version}"`;
  return [
    ...(checked.length < pods.length
      ? [
          `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`,
        ]
      : []),
    ...(told.length > 0
      ? [`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level ${shown}`]
      : []),
    ...told,
  ];
}

/** One pod of each controller first, since the others are copies of it. */
function inOrder(pods: readonly JudgedPod[]): readonly JudgedPod[] {
  const seen = new Set<string>();
  const isCopy = ({ controller }: JudgedPod): boolean => {
    if (controller === undefined) return false;
    if (seen.has(controller)) return true;
    seen.add(controller);
    return false;
  };
  const copies = new Set(pods.filter(isCopy));
  return [...pods.filter((pod) => !copies.has(pod)), ...copies];
}

function firstOf(names: readonly string[]): string {
  const first = names.reduce((least, name) => (name < least ? name : least));
  const others = names.length - 1;
  if (others === 0) return first;
  return `${first} (and ${others} other ${others === 1 ? 'pod' : 'pods'})`;
}
