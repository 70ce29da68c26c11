import type { LabelSelectorObject } from '@orch/apimachinery';
import { inTurns } from '@orch/controller-kit';
import { indexConditions, LabelConditions } from './label-conditions.js';

/** An object of a lister, which is never changed, with a selector. */
interface Selecting {
  readonly spec?: { readonly selector?: LabelSelectorObject };
}

/** Not by the selector: a large one is parsed each time that it is read. */
const known = new WeakMap<Selecting, LabelConditions>();

/** The conditions of the selector of an object of a lister if they were indexed before: in one turn only a few selectors could be. */
export const knownConditions = (object: Selecting): LabelConditions | undefined =>
  known.get(object) ?? (object.spec?.selector ? undefined : LabelConditions.nothing);

/** The conditions of the selector of an object of a lister, indexed once. */
export async function conditionsOf(object: Selecting, signal: AbortSignal): Promise<LabelConditions> {
  const before = known.get(object);
  if (before) return before;
  const conditions = await inTurns(indexConditions(object.spec?.selector), signal);
  known.set(object, conditions);
  return conditions;
}
