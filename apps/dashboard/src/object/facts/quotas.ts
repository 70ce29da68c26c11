import { type ApiObject, at, textAt } from '../../api/object';
import { isUsedUp } from '../../diagnosis/quantity';
import type { Fact } from './fact';

/** What a quota allows, and how much of it is used. */
export function quotaFacts(object: ApiObject): Fact[] {
  const hard = Object.entries((at(object, 'spec', 'hard') ?? {}) as Record<string, unknown>);
  return hard.map(([name, limit]) => {
    const used = textAt(object, 'status', 'used', name);
    const isFull = isUsedUp(used, String(limit));
    return {
      label: name,
      value: used === '' ? `of ${String(limit)}, not counted yet` : `${used} of ${String(limit)}`,
      tone: used === '' ? '' : isFull ? 'warn' : 'good',
    };
  });
}
