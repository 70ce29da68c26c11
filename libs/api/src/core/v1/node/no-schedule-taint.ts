import type { Taint } from './node-spec.js';
import type { Node } from './node.types.js';

const NO_SCHEDULE = 'NoSchedule';

const keepsPodsOff = (taint: Taint, key: string): boolean => taint.key === key && taint.effect === NO_SCHEDULE;

/** Whether a node has the taint with this key that keeps pods off. */
export const hasNoScheduleTaint = ({ spec }: Node, key: string): boolean =>
  (spec?.taints ?? []).some((taint) => keepsPodsOff(taint, key));

/** The node with or without this taint, the same when it is so already. Taints with other effects are left alone. */
export function withNoScheduleTaint(node: Node, key: string, wanted: boolean): Node {
  if (hasNoScheduleTaint(node, key) === wanted) return node;
  const { taints = [], ...spec } = node.spec ?? {};
  const others = taints.filter((taint) => !keepsPodsOff(taint, key));
  if (wanted) return { ...node, spec: { ...spec, taints: [...others, { key, effect: NO_SCHEDULE }] } };
  return { ...node, spec: others.length > 0 ? { ...spec, taints: others } : spec };
}
