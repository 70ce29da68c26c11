import type { Pod } from '@orch/api';
import { checkedPodOf } from './pod-templates.js';
import type { LevelAndVersion } from './security-policy.js';
import type { Violations } from './violations.js';

/** Only this many pods of a namespace are checked: the request that sets the label waits for it. */
const MAX_CHECKED_PODS = 3_000;

/** Result of the check of one existing pod. */
export interface JudgedPod {
  readonly name: string;
  /** The uid of its controller. */
  readonly controller: string | undefined;
  /** Reasons of its violations; empty if it has none. */
  readonly reason: string;
}

/** Checks one existing pod, in steps where it is large. */
export function* judgedPod(
  pod: Pod,
  enforce: LevelAndVersion,
  violations: Violations,
): Generator<undefined, JudgedPod> {
  const { metadata } = pod;
  const checked = checkedPodOf(pod);
  const found = checked ? yield* violations(checked, enforce) : [];
  return {
    name: metadata.name ?? '',
    controller: metadata.ownerReferences?.find((owner) => owner.controller)?.uid,
    reason: found.map(({ reason }) => reason).join(', '),
  };
}

/** Warnings for a namespace whose enforce level was raised: existing pods keep running, but would not be admitted again. */
export function namespaceWarnings(namespace: string, enforce: LevelAndVersion, pods: readonly JudgedPod[]): string[] {
  const checked = inOrder(pods).slice(0, MAX_CHECKED_PODS);
  const podsByReason = new Map<string, string[]>();
  for (const { name, reason } of checked) {
    if (reason === '') continue;
    const names = podsByReason.get(reason);
    if (names) names.push(name);
    else podsByReason.set(reason, [name]);
  }
  const violating = [...podsByReason].map(([reason, names]) => `${firstOf(names)}: ${reason}`).sort();
  const shown = `"${enforce.level}:${enforce.version}"`;
  return [
    ...(checked.length < pods.length
      ? [
          `new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`,
        ]
      : []),
    ...(violating.length > 0
      ? [`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level ${shown}`]
      : []),
    ...violating,
  ];
}

/** One pod of each controller first, since the others are replicas of it. */
function inOrder(pods: readonly JudgedPod[]): readonly JudgedPod[] {
  const seen = new Set<string>();
  const isReplica = ({ controller }: JudgedPod): boolean => {
    if (controller === undefined) return false;
    if (seen.has(controller)) return true;
    seen.add(controller);
    return false;
  };
  const replicas = new Set(pods.filter(isReplica));
  return [...pods.filter((pod) => !replicas.has(pod)), ...replicas];
}

function firstOf(names: readonly string[]): string {
  const first = names.reduce((least, name) => (name < least ? name : least));
  const others = names.length - 1;
  if (others === 0) return first;
  return `${first} (and ${others} other ${others === 1 ? 'pod' : 'pods'})`;
}
