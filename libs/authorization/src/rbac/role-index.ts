import { allowsResource, type ResourceMatcher, type RuleQuestion } from './compiled-rule.js';
import { ALL, EVERYTHING, placesOf, type RulePlaces } from './rule-places.js';
import type { WordSteps } from '../rule-words.js';

/** Rules for one resource or name. */
interface Shelf {
  /** Rules for all verbs, and the first few others. */
  readonly few: ResourceMatcher[];
  /** The other rules, by verb: usually none. */
  byVerb: Map<string, ResourceMatcher[]> | undefined;
}
type Shelves = Map<string, Shelf>;

/** Up to this number of rules, a linear scan is faster than a lookup. */
const FEW = 4;

/** Index of the rules of one role: by resource, or by name for rules with names, and by verb. */
export class RoleIndex {
  private readonly byResource: Shelves = new Map();
  private readonly byName: Shelves = new Map();

  /** The index of rules, in steps. */
  static *inSteps(rules: readonly ResourceMatcher[], steps: WordSteps): Generator<undefined, RoleIndex> {
    const index = new RoleIndex();
    for (const rule of rules) {
      const places = placesOf(rule);
      yield* steps.before(places.keys.size * places.verbs.size);
      index.add(rule, places);
    }
    return index;
  }

  /** Whether a rule allows the request. HOT PATH (bench: rbac). */
  allows(q: RuleQuestion): boolean {
    return (
      allowsAmong(this.byResource.get(q.resource), q) ||
      allowsAmong(this.byResource.get(EVERYTHING), q) ||
      (q.ofAnyResource !== '' && allowsAmong(this.byResource.get(q.ofAnyResource), q)) ||
      (q.name !== '' && allowsAmong(this.byName.get(q.name), q))
    );
  }

  private add(rule: ResourceMatcher, { keys, areNames, verbs }: RulePlaces): void {
    const shelves = areNames ? this.byName : this.byResource;
    for (const key of keys) {
      const shelf = shelves.get(key);
      if (!shelf) shelves.set(key, { few: [rule], byVerb: undefined });
      else if (verbs === ALL || shelf.few.length < FEW) shelf.few.push(rule);
      else addByVerb((shelf.byVerb ??= new Map()), verbs, rule);
    }
  }
}

function addByVerb(byVerb: Map<string, ResourceMatcher[]>, verbs: Iterable<string>, rule: ResourceMatcher): void {
  for (const verb of verbs) {
    const rules = byVerb.get(verb);
    if (rules) rules.push(rule);
    else byVerb.set(verb, [rule]);
  }
}

function allowsAmong(shelf: Shelf | undefined, q: RuleQuestion): boolean {
  if (!shelf) return false;
  const allows = (rule: ResourceMatcher): boolean => allowsResource(rule, q);
  return shelf.few.some(allows) || shelf.byVerb?.get(q.verb)?.some(allows) === true;
}
