import type { NonResourceRule, PolicyRule, ResourceRule, UserInfo } from '@orch/api';
import type { Authorizer } from '@orch/http';
import { STEP_WORDS, wordsOf } from './rule-words.js';

/** The rules of a user in a namespace, in the types of the API (C-007). */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** Further rules may exist that cannot be listed. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/** An authorizer that can list the rules of a user. */
export interface RuleResolver {
  rulesFor(user: UserInfo, namespace: string): UserRules | Promise<UserRules>;
}

export const NO_RULES: UserRules = Object.freeze({ resourceRules: [], nonResourceRules: [], incomplete: false });

/** Rules that allow everything. */
export const EVERYTHING: UserRules = Object.freeze({
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
});

/** The rules of an authorizer; empty and incomplete if it does not resolve rules. */
export function rulesFor(authorizer: Authorizer, user: UserInfo, namespace: string): UserRules | Promise<UserRules> {
  return resolvesRules(authorizer) ? authorizer.rulesFor(user, namespace) : { ...NO_RULES, incomplete: true };
}

const resolvesRules = (authorizer: Authorizer): authorizer is Authorizer & RuleResolver => 'rulesFor' in authorizer;

/** Rules of several authorizers, any of which may allow a request, in steps of about a millisecond, without duplicates. */
export function* joinRules(all: readonly UserRules[]): Generator<undefined, UserRules> {
  const errors = all.flatMap(({ evaluationError }) => evaluationError ?? []);
  return {
    resourceRules: yield* eachOnceInSteps(all.map((rules) => rules.resourceRules)),
    nonResourceRules: yield* eachOnceInSteps(all.map((rules) => rules.nonResourceRules)),
    incomplete: all.some(({ incomplete }) => incomplete),
    ...(errors.length === 0 ? {} : { evaluationError: errors.join('; ') }),
  };
}

/** The distinct rules of several lists. */
export function* eachOnceInSteps<T extends Partial<PolicyRule>>(
  lists: readonly (readonly T[])[],
): Generator<undefined, T[]> {
  const rules = new Map<string, T>();
  let words = 0;
  for (const list of lists) {
    for (const rule of list) {
      rules.set(JSON.stringify(rule), rule);
      if ((words += 1 + wordsOf(rule)) < STEP_WORDS) continue;
      yield;
      words = 0;
    }
  }
  return [...rules.values()];
}
