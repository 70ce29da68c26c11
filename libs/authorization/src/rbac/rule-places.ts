import type { ResourceMatcher } from './compiled-rule.js';

/** Where an index has what is about every verb, or about every resource. */
export const EVERYTHING = '*';
export const ALL: ReadonlySet<string> = new Set([EVERYTHING]);
/** A rule that would take more places has those of every verb: what it costs to keep one is bounded by its text. */
const MANY_PLACES = 16;
/** A rule about more resources or names has those of every resource, for the same reason. */
const MANY_KEYS = 64;

/** The places of a rule in an index: each key with each verb. */
export interface RulePlaces {
  /** Names, where the rule has names; else resources. */
  readonly keys: ReadonlySet<string>;
  readonly areNames: boolean;
  readonly verbs: ReadonlySet<string>;
}

/** Where an index has a rule: at most some places for each word of its text. */
export function placesOf({ names, resources, verbs = ALL }: ResourceMatcher): RulePlaces {
  const some = names ?? resources ?? ALL;
  const keys = some.size <= MANY_KEYS ? some : ALL;
  return {
    keys,
    areNames: names !== undefined && keys !== ALL,
    verbs: verbs.size * keys.size <= MANY_PLACES ? verbs : ALL,
  };
}
