import { allowsResource, type ResourceMatcher, type RuleQuestion } from './compiled-rule.js';
import type { RoleSlot } from './role-slot.js';

/** Roles that have the same rule. */
interface SharedRule {
  readonly rule: ResourceMatcher;
  readonly roles: Set<RoleSlot>;
}

/** Rules by their signature. */
type Shelf = Map<string, SharedRule>;

const EVERYTHING = '*';

/**
 * The rules of many roles, found by what they are about: by resource, or by name where they have names. Equal rules are kept
 * once, so that it does not matter how many roles say the same. Grows and shrinks with the roles.
 */
export class RuleIndex {
  /** Roles with rules about paths. */
  readonly withPaths = new Set<RoleSlot>();
  private readonly byResource = new Map<string, Shelf>();
  private readonly byName = new Map<string, Shelf>();

  static of(roles: Iterable<RoleSlot>): RuleIndex {
    const index = new RuleIndex();
    for (const role of roles) index.add(role);
    return index;
  }

  add(role: RoleSlot): void {
    if (role.compiled.paths.length > 0) this.withPaths.add(role);
    for (const rule of role.compiled.resources) {
      this.eachKey(rule, (shelves, key) => {
        let shelf = shelves.get(key);
        if (!shelf) shelves.set(key, (shelf = new Map()));
        const shared = shelf.get(rule.signature);
        if (shared) shared.roles.add(role);
        else shelf.set(rule.signature, { rule, roles: new Set([role]) });
      });
    }
  }

  remove(role: RoleSlot): void {
    this.withPaths.delete(role);
    for (const rule of role.compiled.resources) {
      this.eachKey(rule, (shelves, key) => {
        const shelf = shelves.get(key);
        const shared = shelf?.get(rule.signature);
        if (!shelf || !shared) return;
        shared.roles.delete(role);
        if (shared.roles.size === 0) shelf.delete(rule.signature);
        if (shelf.size === 0) shelves.delete(key);
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

  private eachKey(rule: ResourceMatcher, use: (shelves: Map<string, Shelf>, key: string) => void): void {
    if (rule.names) for (const name of rule.names) use(this.byName, name);
    else if (rule.resources) for (const resource of rule.resources) use(this.byResource, resource);
    else use(this.byResource, EVERYTHING);
  }
}

function findOn(shelf: Shelf | undefined, q: RuleQuestion): RoleSlot | undefined {
  if (!shelf) return undefined;
  for (const { rule, roles } of shelf.values()) {
    if (allowsResource(rule, q)) for (const role of roles) return role;
  }
  return undefined;
}
