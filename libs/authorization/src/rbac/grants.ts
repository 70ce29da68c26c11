import type { Decision } from '@orch/http';
import { allowsPath, allowsResource, type RuleQuestion } from './compiled-rule.js';
import type { RoleSlot, RuleFollower } from './role-slot.js';
import { RuleIndex } from './rule-index.js';
import { WordSteps } from '../rule-words.js';

/** With more roles than this, or more rules in total, the rules are indexed. */
const FEW_ROLES = 12;
const FEW_RULES = 64;
/** Words in one step of preparing roles. */
const PREPARED_WORDS = 1_000;

/** Steps in which the roles of several subjects are prepared. */
export const preparingSteps = (): WordSteps => new WordSteps(PREPARED_WORDS);

/** The bindings that grant a role. */
interface GrantedRole {
  readonly bindings: Set<string>;
  /** Created at first use. */
  allowed: Decision | undefined;
}

/** All roles that one subject has in one namespace, or in the cluster. A role that many bindings grant is contained once. */
export class Grants implements RuleFollower {
  /** Granted roles that do not exist. */
  readonly missing = new Set<RoleSlot>();
  private readonly granted = new Map<RoleSlot, GrantedRole>();
  /** Granted roles whose rules are new since the last request of the subject. */
  private readonly fresh = new Set<RoleSlot>();
  /** Words of their rules; undefined: not counted. */
  private words: number | undefined;
  private readonly withPaths = new Set<RoleSlot>();
  /** Roles with many rules: each has a separate index. */
  private readonly large = new Set<RoleSlot>();
  /** Number of resource rules of the other roles. */
  private rules = 0;
  private index: RuleIndex<RoleSlot> | undefined;

  /** @param subject for messages: `User "jane"`. */
  constructor(private readonly subject: string) {}

  get isEmpty(): boolean {
    return this.granted.size === 0;
  }

  get roles(): Iterable<RoleSlot> {
    return this.granted.keys();
  }

  /** @param binding for messages: `RoleBinding "a/b"`. */
  add(role: RoleSlot, binding: string): void {
    const known = this.granted.get(role);
    if (known) {
      known.bindings.add(binding);
      return;
    }
    this.granted.set(role, { bindings: new Set([binding]), allowed: undefined });
    role.grantedIn.add(this);
    if (!role.rules) this.missing.add(role);
    this.addFresh(role);
  }

  remove(role: RoleSlot, binding: string): void {
    const known = this.granted.get(role);
    if (!known?.bindings.delete(binding)) return;
    known.allowed = undefined;
    if (known.bindings.size > 0) return;
    this.granted.delete(role);
    role.grantedIn.delete(this);
    this.missing.delete(role);
    this.exclude(role);
  }

  exclude(role: RoleSlot): void {
    if (this.dropFresh(role)) return;
    this.withPaths.delete(role);
    if (this.large.delete(role)) return;
    this.rules -= role.compiled.resources.length;
    this.index?.remove(role);
  }

  include(role: RoleSlot): void {
    if (role.rules) this.missing.delete(role);
    else this.missing.add(role);
    this.addFresh(role);
  }

  /** Undefined when none of the roles allows it. HOT PATH (bench: rbac). */
  allowResource(question: RuleQuestion): Decision | undefined {
    if (this.fresh.size > 0) this.takeFresh();
    if (this.index) {
      const role = this.index.find(question);
      if (role) return this.because(role);
      for (const large of this.large) if (large.index!.allows(question)) return this.because(large);
      return undefined;
    }
    for (const role of this.granted.keys()) {
      if (role.index) {
        if (role.index.allows(question)) return this.because(role);
        continue;
      }
      for (const rule of role.compiled.resources) if (allowsResource(rule, question)) return this.because(role);
    }
    return undefined;
  }

  /** Undefined when none of the roles allows it. */
  allowPath(verb: string, path: string): Decision | undefined {
    if (this.fresh.size > 0) this.takeFresh();
    for (const role of this.withPaths) {
      for (const rule of role.compiled.paths) if (allowsPath(rule, verb, path)) return this.because(role);
    }
    return undefined;
  }

  /**
   * Words of the roles that are new: what preparing them costs. They stay new while other subjects of the user allow every request, so they are
   * counted once. HOT PATH (bench: rbac).
   */
  get freshWords(): number {
    if (this.words === undefined) {
      this.words = 0;
      for (const role of this.fresh) this.words += role.words;
    }
    return this.words;
  }

  /** Prepares the roles that are new. @param steps of several subjects. */
  *prepareInSteps(steps: WordSteps): Generator<undefined, void> {
    for (const role of this.fresh) {
      yield* role.prepareInSteps(steps);
      if (this.dropFresh(role)) this.take(role);
    }
  }

  private takeFresh(): void {
    for (const role of this.fresh) {
      this.dropFresh(role);
      this.take(role);
    }
  }

  private addFresh(role: RoleSlot): void {
    this.fresh.add(role);
    this.words = undefined;
  }

  private dropFresh(role: RoleSlot): boolean {
    if (!this.fresh.delete(role)) return false;
    this.words = undefined;
    return true;
  }

  private take(role: RoleSlot): void {
    if (role.compiled.paths.length > 0) this.withPaths.add(role);
    if (role.index) {
      this.large.add(role);
      return;
    }
    this.rules += role.compiled.resources.length;
    if (this.index) this.index.add(role);
    else if (this.granted.size > FEW_ROLES || this.rules > FEW_RULES) this.index = this.indexOfSmall();
  }

  private indexOfSmall(): RuleIndex<RoleSlot> {
    return RuleIndex.of([...this.granted.keys()].filter((role) => !this.large.has(role) && !this.fresh.has(role)));
  }

  private because(role: RoleSlot): Decision {
    const granted = this.granted.get(role)!;
    return (granted.allowed ??= {
      allowed: true,
      reason: `RBAC: allowed by ${[...granted.bindings][0]} of ${role.kind} ${JSON.stringify(role.name)} to ${this.subject}`,
    });
  }
}
