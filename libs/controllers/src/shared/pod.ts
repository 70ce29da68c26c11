import { formatTime } from '@orch/apimachinery';
import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

/** A pod, with the fields that controllers of nodes use. */
export interface Pod extends HasMetadata {
  readonly spec?: { readonly nodeName?: string; readonly tolerations?: readonly Toleration[] };
  readonly status?: PodStatus;
}

export interface Toleration {
  /** Absent or empty with operator `Exists`: every taint. */
  readonly key?: string;
  /** `Equal` or `Exists`. Default: `Equal`. */
  readonly operator?: string;
  readonly value?: string;
  /** Absent: every effect. */
  readonly effect?: string;
  /** How long a taint that evicts is tolerated. Absent: for ever. */
  readonly tolerationSeconds?: number;
}

export interface PodStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly conditions?: readonly PodCondition[];
}

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string | null;
}

export const pods: ResourceLike<Pod> = builtinResources.pods;

/** The condition of a pod that is about to be deleted for the sake of its node, whose `reason` says by whom. */
export const disruptionTarget = (reason: string, message: string): PodCondition => ({
  ...{ type: 'DisruptionTarget', status: 'True' },
  ...{ reason, message },
});

/** Conditions with one set; the same array when it has been. The transition time changes with `status` only. */
export function withCondition(
  conditions: readonly PodCondition[],
  wanted: PodCondition,
  nowMs: number,
): readonly PodCondition[] {
  const current = conditions.find(({ type }) => type === wanted.type);
  const { status, reason, message } = current ?? {};
  if (status === wanted.status && reason === wanted.reason && message === wanted.message) return conditions;
  const lastTransitionTime = status === wanted.status ? (current?.lastTransitionTime ?? null) : formatTime(nowMs);
  const next = { ...current, ...wanted, lastTransitionTime };
  return current ? conditions.map((one) => (one === current ? next : one)) : [...conditions, next];
}
