import { formatTime } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Node, Taint } from '../shared/node.js';

type Taints = Vocabulary['taints'];

/** A taint is known by its key and effect. */
export type TaintId = Pick<Taint, 'key' | 'effect'>;

export const hasTaint = ({ spec }: Node, id: TaintId): boolean =>
  spec?.taints?.some((taint) => isSame(taint, id)) === true;

const isSame = (one: TaintId, other: TaintId): boolean => one.key === other.key && one.effect === other.effect;

/** Taints to add and to take away. */
export interface TaintChange {
  readonly add: readonly TaintId[];
  readonly remove: readonly TaintId[];
}

/** Taints after a change; undefined when it changes nothing. A taint that is there already stays as it is. */
export function changedTaints(node: Node, { add, remove }: TaintChange, nowMs: number): readonly Taint[] | undefined {
  const before = node.spec?.taints ?? [];
  const kept = before.filter((taint) => !remove.some((id) => isSame(taint, id)));
  const added = add.filter((id) => !before.some((taint) => isSame(taint, id)));
  if (kept.length === before.length && added.length === 0) return undefined;
  return [...kept, ...added.map(({ key, effect }) => ({ key, effect, timeAdded: formatTime(nowMs) }))];
}

/** The taint that evicts the pods of a node in this state of its condition Ready, and the one of the other state; none when it is ready. */
export function evictingTaints(
  ready: string,
  { nodeNotReady, nodeUnreachable }: Taints,
): { readonly wanted: TaintId; readonly other: TaintId } | undefined {
  const notReady = { key: nodeNotReady, effect: 'NoExecute' };
  const unreachable = { key: nodeUnreachable, effect: 'NoExecute' };
  if (ready === 'False') return { wanted: notReady, other: unreachable };
  if (ready === 'Unknown') return { wanted: unreachable, other: notReady };
  return undefined;
}

/** The change after which the taints that keep new pods away say what the conditions of the node and its `unschedulable` do. */
export function schedulingTaints({ spec, status }: Node, taints: Taints): TaintChange {
  const keys = taintsOfConditions(taints);
  const wanted = new Set(
    (status?.conditions ?? [])
      .map(({ type, status: value }) => keys[`${type}=${value}`])
      .filter((key) => key !== undefined),
  );
  if (spec?.unschedulable === true) wanted.add(taints.unschedulable);
  const managed = new Set([...Object.values(keys), taints.unschedulable]);
  const effect = 'NoSchedule';
  const present = (spec?.taints ?? []).filter((taint) => taint.effect === effect && managed.has(taint.key));
  return {
    add: [...wanted].map((key) => ({ key, effect })),
    remove: present.filter(({ key }) => !wanted.has(key)).map(({ key }) => ({ key, effect })),
  };
}

const taintsOfConditions = (taints: Taints): Readonly<Record<string, string>> => ({
  'Ready=False': taints.nodeNotReady,
  'Ready=Unknown': taints.nodeUnreachable,
  'MemoryPressure=True': taints.memoryPressure,
  'DiskPressure=True': taints.diskPressure,
  'PIDPressure=True': taints.pidPressure,
  'NetworkUnavailable=True': taints.networkUnavailable,
});
