import type { PolicyRule } from '@orch/api';
import { compileRules, type CompiledRules } from './compiled-rule.js';
import { indexSize, RuleIndex } from './rule-index.js';

/** A role whose rules take more places in an index has one of its own, which all who have the role share. */
const LARGE = 256;

/** Who keeps the rules of roles in another form. */
export interface RuleFollower {
  /** Whose they are, see `rights-changes.ts`. */
  readonly holder: string;
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
  index: RuleIndex<RoleSlot> | undefined;
  /** Whose rules these are part of. */
  readonly grantedIn = new Set<RuleFollower>();

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
    this.index = indexSize(this.compiled.resources) > LARGE ? RuleIndex.of([this]) : undefined;
    for (const follower of this.grantedIn) follower.learn(this);
  }
}

const NOTHING: CompiledRules = Object.freeze({ resources: [], paths: [] });
