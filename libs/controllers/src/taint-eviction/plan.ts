import type { Node, Taint } from '../shared/node.js';
import type { Toleration } from '../shared/pod.js';

/** How long a pod may stay on a node with these taints. Unit: milliseconds. 0: not at all; Infinity: for ever. */
export function toleratedMs(taints: readonly Taint[], tolerations: readonly Toleration[]): number {
  let shortest = Infinity;
  for (const taint of taints) {
    // The first that matches counts, also where a later one would tolerate the taint for longer.
    const used = tolerations.find((toleration) => tolerates(toleration, taint));
    if (!used) return 0;
    shortest = Math.min(shortest, Math.max(0, used.tolerationSeconds ?? Infinity));
  }
  return shortest * 1_000;
}

function tolerates({ key = '', operator = '', value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && value === (taint.value ?? '');
}

/** The taints that evict pods. */
export const evictingTaints = ({ spec }: Node): readonly Taint[] =>
  (spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');

/** Whether the taints that evict pods differ. An absent node has none. */
export const taintsDiffer = (one: Node | undefined, other: Node | undefined): boolean => textOf(one) !== textOf(other);

const textOf = (node: Node | undefined): string =>
  JSON.stringify(node ? evictingTaints(node).map(({ key, value = '' }) => [key, value]) : []);
