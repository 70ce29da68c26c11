import { allowsResource, type CompiledRules, type ResourceMatcher, type RuleQuestion } from './compiled-rule.js';
import { EVERYTHING, placesOf } from './rule-places.js';

/** A role with compiled rules. */
interface Role {
  readonly compiled: CompiledRules;
}

/** A rule and the roles that contain it. */
interface SharedRule<R> {
  readonly rule: ResourceMatcher;
  readonly roles: Set<R>;
}

/** Rules by their signature. */
type Shelf<R> = Map<string, SharedRule<R>>;
/** Shelves by resource or name, then by verb. */
type Shelves<R> = Map<string, Map<string, Shelf<R>>>;

/**
 * Index of the rules of many roles: by resource, or by name for rules with names, and by verb. Equal rules are stored once, so their number
 * of roles does not matter. Supports adding and removing roles.
 */
export class RuleIndex<R extends Role> {
  private readonly byResource: Shelves<R> = new Map();
  private readonly byName: Shelves<R> = new Map();

  static of<R extends Role>(roles: Iterable<R>): RuleIndex<R> {
    const index = new RuleIndex<R>();
    for (const role of roles) index.add(role);
    return index;
  }

  add(role: R): void {
    this.eachPlace(role, (shelves, key, verb, rule) => {
      let byVerb = shelves.get(key);
      if (!byVerb) shelves.set(key, (byVerb = new Map()));
      let shelf = byVerb.get(verb);
      if (!shelf) byVerb.set(verb, (shelf = new Map()));
      const shared = shelf.get(rule.signature);
      if (shared) shared.roles.add(role);
      else shelf.set(rule.signature, { rule, roles: new Set([role]) });
    });
  }

  remove(role: R): void {
    this.eachPlace(role, (shelves, key, verb, rule) => {
      const byVerb = shelves.get(key);
      const shelf = byVerb?.get(verb);
      const shared = shelf?.get(rule.signature);
      if (!byVerb || !shelf || !shared) return;
      shared.roles.delete(role);
      if (shared.roles.size === 0) shelf.delete(rule.signature);
      if (shelf.size === 0) byVerb.delete(verb);
      if (byVerb.size === 0) shelves.delete(key);
    });
  }

  /** A role that allows the request. HOT PATH (bench: rbac). */
  find(q: RuleQuestion): R | undefined {
    return (
      findOn(this.byResource.get(q.resource), q) ??
      findOn(this.byResource.get(EVERYTHING), q) ??
      (q.ofAnyResource === '' ? undefined : findOn(this.byResource.get(q.ofAnyResource), q)) ??
      (q.name === '' ? undefined : findOn(this.byName.get(q.name), q))
    );
  }

  private eachPlace(
    { compiled }: R,
    use: (shelves: Shelves<R>, key: string, verb: string, rule: ResourceMatcher) => void,
  ): void {
    for (const rule of compiled.resources) {
      const { keys, areNames, verbs } = placesOf(rule);
      const shelves = areNames ? this.byName : this.byResource;
      for (const verb of verbs) for (const key of keys) use(shelves, key, verb, rule);
    }
  }
}

function findOn<R>(byVerb: Map<string, Shelf<R>> | undefined, q: RuleQuestion): R | undefined {
  if (!byVerb) return undefined;
  return findAmong(byVerb.get(q.verb), q) ?? findAmong(byVerb.get(EVERYTHING), q);
}

function findAmong<R>(shelf: Shelf<R> | undefined, q: RuleQuestion): R | undefined {
  if (!shelf) return undefined;
  for (const { rule, roles } of shelf.values()) {
    if (allowsResource(rule, q)) for (const role of roles) return role;
  }
  return undefined;
}
