import { allowsResource, type ResourceMatcher, type RuleQuestion } from './compiled-rule.js';
import { ALL, EVERYTHING, placesOf } from './rule-places.js';

/** Rules about one resource or name. */
interface Shelf {
  /** Those of every verb, and the first few. */
  readonly few: ResourceMatcher[];
  /** The others, by verb: most shelves have none. */
  byVerb: Map<string, ResourceMatcher[]> | undefined;
}
type Shelves = Map<string, Shelf>;

/** So many rules are compared sooner than they are found. */
const FEW = 4;

/** The rules of one role, found by what they are about: by resource, or by name where they have names, and by verb. */
export class RoleIndex {
  private readonly byResource: Shelves = new Map();
  private readonly byName: Shelves = new Map();

  static of(rules: readonly ResourceMatcher[]): RoleIndex {
    const index = new RoleIndex();
    for (const rule of rules) index.add(rule);
    return index;
  }

  /** Whether a rule allows it. HOT PATH (bench: rbac). */
  allows(q: RuleQuestion): boolean {
    return (
      allowsAmong(this.byResource.get(q.resource), q) ||
      allowsAmong(this.byResource.get(EVERYTHING), q) ||
      (q.ofAnyResource !== '' && allowsAmong(this.byResource.get(q.ofAnyResource), q)) ||
      (q.name !== '' && allowsAmong(this.byName.get(q.name), q))
    );
  }

  private add(rule: ResourceMatcher): void {
    const { keys, areNames, verbs } = placesOf(rule);
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
