import type { LabelSelectorObject } from '@orch/apimachinery';
import { inTurns } from '@orch/controller-kit';
import { indexConditions, LabelConditions } from './label-conditions.js';

/** By the selector of an object of a lister, which is never changed. */
const known = new WeakMap<LabelSelectorObject, LabelConditions>();

/** The conditions of a selector if they were indexed before: in one turn only a few selectors could be. */
export const knownConditions = (selector: LabelSelectorObject | undefined): LabelConditions | undefined =>
  selector ? known.get(selector) : LabelConditions.nothing;

/** The conditions of a selector of an object of a lister, indexed once. */
export async function conditionsOf(
  selector: LabelSelectorObject | undefined,
  signal: AbortSignal,
): Promise<LabelConditions> {
  const before = knownConditions(selector);
  if (before || !selector) return before ?? LabelConditions.nothing;
  const conditions = await inTurns(indexConditions(selector), signal);
  known.set(selector, conditions);
  return conditions;
}
