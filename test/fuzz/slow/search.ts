import { seededRandom } from '../../../libs/apimachinery/src/clock/seeded-random.js';
import { cpuCost, roughCost } from './cpu-cost.js';
import { mutate } from './mutate.js';
import type { SlowTarget } from './slow-target.js';

/** No request holds the event loop for longer. Unit: milliseconds of CPU time. */
export const MAX_TURN_MS = 50;
/** Inputs that are mutated further: those that cost most. */
const PARENTS = 12;

export interface SlowInput {
  readonly input: string;
  readonly cpuMs: number;
}

/**
 * Climbs towards inputs that cost much CPU time.
 * @param goesOn asked before each input, with the number of those that were run.
 * @returns the first input that holds the event loop too long; undefined when none was found.
 */
export function findSlowInput(
  target: SlowTarget,
  { seed, corpus, goesOn, before }: SearchOptions,
): SlowInput | undefined {
  const random = seededRandom(seed);
  let parents: { readonly input: string; readonly cost: number }[] = [];
  const tried = (input: string): SlowInput | undefined => {
    before(input);
    const cost = roughCost(target, input);
    if (cost > MAX_TURN_MS) {
      const cpuMs = cpuCost(target, input, MAX_TURN_MS);
      if (cpuMs > MAX_TURN_MS) return { input, cpuMs };
    }
    parents = [...parents, { input, cost }].toSorted((a, b) => b.cost - a.cost).slice(0, PARENTS);
    return undefined;
  };
  for (const input of [...corpus, ...target.seeds]) {
    const slow = tried(input);
    if (slow) return slow;
  }
  for (let count = 0; goesOn(count); count++) {
    // A seed now and then: what costs little today may be the way to what costs much.
    const pool = random() < 0.3 ? target.seeds : parents.map(({ input }) => input);
    const pick = (): string => pool[Math.floor(random() * pool.length)]!;
    const input = mutate(pick(), pick(), target, random);
    const slow = input.length <= target.maxLength ? tried(input) : undefined;
    if (slow) return slow;
  }
  return undefined;
}

interface SearchOptions {
  readonly seed: number;
  /** Inputs that once were too slow. */
  readonly corpus: readonly string[];
  readonly goesOn: (count: number) => boolean;
  /** Called with each input before it is run. */
  readonly before: (input: string) => void;
}
