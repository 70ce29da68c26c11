import type { ResourceMatcher } from './compiled-rule.js';

/** Index key of rules for all verbs or all resources. */
export const EVERYTHING = '*';
export const ALL: ReadonlySet<string> = new Set([EVERYTHING]);
/** A rule with more places is indexed for all verbs, which bounds its memory by its text. */
const MANY_PLACES = 16;
/** A rule with more resources or names is indexed for all resources, for the same reason. */
const MANY_KEYS = 64;

/** The places of a rule in an index: each key with each verb. */
export interface RulePlaces {
  /** Names of a rule with names; else resources. */
  readonly keys: ReadonlySet<string>;
  readonly areNames: boolean;
  readonly verbs: ReadonlySet<string>;
}

/** The places of a rule: at most a few for each word of its text. */
export function placesOf({ names, resources, verbs = ALL }: ResourceMatcher): RulePlaces {
  const some = names ?? resources ?? ALL;
  const keys = some.size <= MANY_KEYS ? some : ALL;
  return {
    keys,
    areNames: names !== undefined && keys !== ALL,
    verbs: verbs.size * keys.size <= MANY_PLACES ? verbs : ALL,
  };
}
