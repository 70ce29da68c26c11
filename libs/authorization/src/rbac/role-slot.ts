import type { PolicyRule } from '@orch/api';
import { atOnce } from '@orch/apimachinery';
import { compileRulesInSteps, type CompiledRules, type ResourceMatcher } from './compiled-rule.js';
import { RoleIndex } from './role-index.js';
import { placesOf } from './rule-places.js';
import { WordSteps, wordsOf } from '../rule-words.js';
import type { BySubject } from './subject-names.js';

/** A role whose rules take more places in an index has a separate index, shared by all its subjects. */
const LARGE = 256;

/** A derived index of the rules of roles. */
export interface RuleFollower {
  /** The rules of a role are about to change. */
  exclude(role: RoleSlot): void;
  /** The rules of a role have changed. */
  include(role: RoleSlot): void;
}

/** The entry of one role: bindings refer to it, whether the role exists or not. */
export class RoleSlot {
  /** Rules as stored; undefined while the role does not exist. */
  rules: readonly PolicyRule[] | undefined;
  private prepared: PreparedRules | undefined = NOTHING;
  /** Indexes that contain the rules. */
  readonly grantedIn = new Set<RuleFollower>();
  /** Bindings of the role, with their subjects. */
  readonly bindings = new Set<{ readonly subjects: BySubject<unknown> }>();

  constructor(
    readonly kind: string,
    /** Empty for a cluster role. */
    readonly namespace: string,
    readonly name: string,
  ) {}

  /** Of the rules as stored: what compiling them costs. */
  get words(): number {
    let words = 0;
    for (const rule of this.rules ?? []) words += wordsOf(rule);
    return words;
  }

  /** Compiled on first use: not in the turn of the event loop that writes a role of thousands of rules. */
  get compiled(): CompiledRules {
    return this.use().compiled;
  }

  /** Index of its resource rules, if there are many. Created on first use. */
  get index(): RoleIndex | undefined {
    return this.use().index;
  }

  /** Compiles the rules before their first use, again those that are written meanwhile. */
  *prepareInSteps(steps: WordSteps): Generator<undefined, void> {
    while (!this.prepared) {
      const { rules } = this;
      const prepared = yield* prepareInSteps(rules ?? [], steps);
      if (this.rules === rules) this.prepared ??= prepared;
    }
  }

  private use(): PreparedRules {
    return (this.prepared ??= atOnce(prepareInSteps(this.rules ?? [], new WordSteps())));
  }

  /** Sets the rules after a write of the role; undefined after its deletion. */
  fill(rules: readonly PolicyRule[] | undefined): void {
    for (const follower of this.grantedIn) follower.exclude(this);
    this.rules = rules;
    this.prepared = rules ? undefined : NOTHING;
    for (const follower of this.grantedIn) follower.include(this);
  }
}

interface PreparedRules {
  readonly compiled: CompiledRules;
  readonly index: RoleIndex | undefined;
}

const NOTHING: PreparedRules = { compiled: Object.freeze({ resources: [], paths: [] }), index: undefined };

function* prepareInSteps(rules: readonly PolicyRule[], steps: WordSteps): Generator<undefined, PreparedRules> {
  const compiled = yield* compileRulesInSteps(rules, steps);
  const index = isLarge(compiled.resources) ? yield* RoleIndex.inSteps(compiled.resources, steps) : undefined;
  return { compiled, index };
}

function isLarge(rules: readonly ResourceMatcher[]): boolean {
  let places = 0;
  for (const rule of rules) {
    const { keys, verbs } = placesOf(rule);
    if ((places += keys.size * verbs.size) > LARGE) return true;
  }
  return false;
}
