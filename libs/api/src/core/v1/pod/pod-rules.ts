import type { StrategyContext } from '../../../definition/strategy.js';

/** What the rules of pods depend on in addition to the pod: names of the product, and features that allow more. */
export type PodRules = Pick<StrategyContext, 'vocabulary' | 'features'>;
