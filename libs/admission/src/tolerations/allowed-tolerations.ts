import type { Toleration } from '@orch/api';
import { secondsOf, shapeOf, widerShapes } from './toleration-shape.js';

/** Whether each toleration of a pod is one of a list, or included by one of it. Linear in both. */
export function areAllowed(tolerations: readonly Toleration[], list: readonly Toleration[]): boolean {
  const longest = new Map<string, Toleration>();
  const exact = new Set<string>();
  for (const allowed of list) {
    // The value has no meaning for `Exists`.
    const { value: _value, ...anyValue } = allowed;
    const shape = shapeOf(allowed.operator === 'Exists' ? anyValue : allowed);
    const before = longest.get(shape);
    if (before === undefined || secondsOf(before) < secondsOf(allowed)) longest.set(shape, allowed);
    exact.add(exactly(allowed));
  }
  return tolerations.every((toleration) => {
    if (exact.has(exactly(toleration))) return true;
    for (const wider of widerShapes(toleration)) {
      const allowed = longest.get(wider);
      if (allowed && (allowed.effect !== 'NoExecute' || secondsOf(allowed) >= secondsOf(toleration))) return true;
    }
    return false;
  });
}

const exactly = (toleration: Toleration): string => `${shapeOf(toleration)} ${secondsOf(toleration)}`;
