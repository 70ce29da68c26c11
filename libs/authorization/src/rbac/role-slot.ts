import type { PolicyRule } from '@orch/api';
import { compileRules, type CompiledRules, type ResourceMatcher } from './compiled-rule.js';
import { RoleIndex } from './role-index.js';
import { placesOf } from './rule-places.js';
import type { BySubject } from './subject-names.js';

/** A role whose rules take more places in an index has one of its own, which all who have the role share. */
const LARGE = 256;

/** Who keeps the rules of roles in another form. */
export interface RuleFollower {
  /** The rules of a role are about to change. */
  forget(role: RoleSlot): void;
  /** The rules of a role have changed. */
  learn(role: RoleSlot): void;
}

/** The place of one role: bindings point at it, whether the role is there or not yet. */
export class RoleSlot {
  /** As they were written; undefined while there is no such role. */
  rules: readonly PolicyRule[] | undefined;
  compiled: CompiledRules = NOTHING;
  /** Of its rules about resources, where they are many. */
  index: RoleIndex | undefined;
  /** Whose rules these are part of. */
  readonly grantedIn = new Set<RuleFollower>();
  /** Bindings that give it, with their subjects. */
  readonly bindings = new Set<{ readonly subjects: BySubject<unknown> }>();

  constructor(
    readonly kind: string,
    /** Empty for a role of the cluster. */
    readonly namespace: string,
    readonly name: string,
  ) {}

  /** The role was written, or is gone. */
  fill(rules: readonly PolicyRule[] | undefined): void {
    for (const follower of this.grantedIn) follower.forget(this);
    this.rules = rules;
    this.compiled = rules ? compileRules(rules) : NOTHING;
    this.index = isLarge(this.compiled.resources) ? RoleIndex.of(this.compiled.resources) : undefined;
    for (const follower of this.grantedIn) follower.learn(this);
  }
}

const NOTHING: CompiledRules = Object.freeze({ resources: [], paths: [] });

function isLarge(rules: readonly ResourceMatcher[]): boolean {
  let places = 0;
  for (const rule of rules) {
    const { keys, verbs } = placesOf(rule);
    if ((places += keys.size * verbs.size) > LARGE) return true;
  }
  return false;
}
