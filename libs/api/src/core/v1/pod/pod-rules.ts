import type { StrategyContext } from '../../../definition/strategy.js';
import type { PodSpec } from './pod-spec.js';

/** What the rules of pods depend on in addition to the pod: names of the product, and features that allow more. */
export interface PodRules extends Pick<StrategyContext, 'vocabulary' | 'features'> {
  /** Of an update, the spec of the existing object: the new one may use what that uses. */
  readonly existing?: PodSpec | undefined;
}

/** @param existing the pod, or the template, of the existing object. */
export const rulesOfUpdate = (
  { vocabulary, features }: PodRules,
  existing: { readonly spec?: PodSpec } | undefined,
): PodRules => ({ vocabulary, features, existing: existing?.spec });
