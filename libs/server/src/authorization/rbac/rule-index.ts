import { allowsResource, type ResourceMatcher, type RuleQuestion } from './compiled-rule.js';
import type { RoleSlot } from './role-slot.js';

/** Roles that have the same rule. */
interface SharedRule {
  readonly rule: ResourceMatcher;
  readonly roles: Set<RoleSlot>;
}

/** Rules by their signature. */
type Shelf = Map<string, SharedRule>;
/** Shelves by resource or name, and there by verb. */
type Shelves = Map<string, Map<string, Shelf>>;

const EVERYTHING = '*';
const ALL_VERBS: ReadonlySet<string> = new Set([EVERYTHING]);
/** A rule with more verbs stands with those of every verb: what it costs to keep one is bounded by its text. */
const MANY_VERBS = 16;

/**
 * The rules of many roles, found by what they are about: by resource, or by name where they have names, and by verb. Equal rules are kept
 * once, so that it does not matter how many roles say the same. Grows and shrinks with the roles.
 */
export class RuleIndex {
  /** Roles with rules about paths. */
  readonly withPaths = new Set<RoleSlot>();
  private readonly byResource: Shelves = new Map();
  private readonly byName: Shelves = new Map();

  static of(roles: Iterable<RoleSlot>): RuleIndex {
    const index = new RuleIndex();
    for (const role of roles) index.add(role);
    return index;
  }

  add(role: RoleSlot): void {
    if (role.compiled.paths.length > 0) this.withPaths.add(role);
    for (const rule of role.compiled.resources) {
      eachVerb(rule, (verb) => {
        this.eachKey(rule, (shelves, key) => {
          let byVerb = shelves.get(key);
          if (!byVerb) shelves.set(key, (byVerb = new Map()));
          let shelf = byVerb.get(verb);
          if (!shelf) byVerb.set(verb, (shelf = new Map()));
          const shared = shelf.get(rule.signature);
          if (shared) shared.roles.add(role);
          else shelf.set(rule.signature, { rule, roles: new Set([role]) });
        });
      });
    }
  }

  remove(role: RoleSlot): void {
    this.withPaths.delete(role);
    for (const rule of role.compiled.resources) {
      eachVerb(rule, (verb) => {
        this.eachKey(rule, (shelves, key) => {
          const byVerb = shelves.get(key);
          const shelf = byVerb?.get(verb);
          const shared = shelf?.get(rule.signature);
          if (!byVerb || !shelf || !shared) return;
          shared.roles.delete(role);
          if (shared.roles.size === 0) shelf.delete(rule.signature);
          if (shelf.size === 0) byVerb.delete(verb);
          if (byVerb.size === 0) shelves.delete(key);
        });
      });
    }
  }

  /** A role that allows it. HOT PATH (bench: rbac). */
  find(q: RuleQuestion): RoleSlot | undefined {
    return (
      findOn(this.byResource.get(q.resource), q) ??
      findOn(this.byResource.get(EVERYTHING), q) ??
      (q.ofAnyResource === '' ? undefined : findOn(this.byResource.get(q.ofAnyResource), q)) ??
      (q.name === '' ? undefined : findOn(this.byName.get(q.name), q))
    );
  }

  private eachKey(rule: ResourceMatcher, use: (shelves: Shelves, key: string) => void): void {
    if (rule.names) for (const name of rule.names) use(this.byName, name);
    else if (rule.resources) for (const resource of rule.resources) use(this.byResource, resource);
    else use(this.byResource, EVERYTHING);
  }
}

function eachVerb({ verbs }: ResourceMatcher, use: (verb: string) => void): void {
  for (const verb of verbs && verbs.size <= MANY_VERBS ? verbs : ALL_VERBS) use(verb);
}

function findOn(byVerb: Map<string, Shelf> | undefined, q: RuleQuestion): RoleSlot | undefined {
  if (!byVerb) return undefined;
  return findAmong(byVerb.get(q.verb), q) ?? findAmong(byVerb.get(EVERYTHING), q);
}

function findAmong(shelf: Shelf | undefined, q: RuleQuestion): RoleSlot | undefined {
  if (!shelf) return undefined;
  for (const { rule, roles } of shelf.values()) {
    if (allowsResource(rule, q)) for (const role of roles) return role;
  }
  return undefined;
}
