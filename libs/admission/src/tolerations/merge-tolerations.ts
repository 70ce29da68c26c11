import type { Toleration } from '@orch/api';
import { secondsOf, shapeOf, widerShapes } from './toleration-shape.js';

/**
 * Two lists as one, without tolerations that another one includes: one of the same taints for as long, of any effect, value or key. Of equal
 * ones the first is kept. Linear: a pod may have tens of thousands.
 */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const longest = new Map<string, Toleration>();
  for (const list of [first, second])
    for (const toleration of list) {
      const shape = shapeOf(toleration);
      const before = longest.get(shape);
      if (before !== undefined && secondsOf(before) >= secondsOf(toleration)) continue;
      longest.delete(shape); // so that the longer one has its own place in the order
      longest.set(shape, toleration);
    }
  return [...longest].flatMap(([shape, toleration]) => (isIncluded(shape, toleration, longest) ? [] : [toleration]));
}

/** Whether another toleration includes this one. Seconds limit only those of `NoExecute`. */
function isIncluded(shape: string, toleration: Toleration, all: ReadonlyMap<string, Toleration>): boolean {
  for (const wider of widerShapes(toleration)) {
    if (wider === shape) continue;
    const other = all.get(wider);
    if (other !== undefined && (other.effect !== 'NoExecute' || secondsOf(other) >= secondsOf(toleration))) return true;
  }
  return false;
}
