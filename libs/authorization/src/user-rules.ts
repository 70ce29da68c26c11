import type { NonResourceRule, ResourceRule, UserInfo } from '@orch/api';
import type { Authorizer } from '@orch/http';

/** All that a user may do in a namespace. Shapes are those of the API (C-007). */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** There may be more that cannot be told. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/** An authorizer that can tell its rules, not only decide. */
export interface RuleTeller {
  rulesFor(user: UserInfo, namespace: string): UserRules | Promise<UserRules>;
}

/** Rules of one step. */
const STEP_RULES = 500;

export const NO_RULES: UserRules = Object.freeze({ resourceRules: [], nonResourceRules: [], incomplete: false });

/** The rules of those who may do everything. */
export const EVERYTHING: UserRules = Object.freeze({
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
});

/** What an authorizer can tell; one that only decides tells nothing, and says so. */
export function rulesFor(authorizer: Authorizer, user: UserInfo, namespace: string): UserRules | Promise<UserRules> {
  return tellsRules(authorizer) ? authorizer.rulesFor(user, namespace) : { ...NO_RULES, incomplete: true };
}

const tellsRules = (authorizer: Authorizer): authorizer is Authorizer & RuleTeller => 'rulesFor' in authorizer;

/** Rules of several authorizers, any of which may allow a request, in steps of about a millisecond. Equal ones are told once. */
export function* joinRules(all: readonly UserRules[]): Generator<undefined, UserRules> {
  const errors = all.flatMap(({ evaluationError }) => evaluationError ?? []);
  return {
    resourceRules: yield* eachOnceInSteps(all.map((rules) => rules.resourceRules)),
    nonResourceRules: yield* eachOnceInSteps(all.map((rules) => rules.nonResourceRules)),
    incomplete: all.some(({ incomplete }) => incomplete),
    ...(errors.length === 0 ? {} : { evaluationError: errors.join('; ') }),
  };
}

/** Rules of several lists, each once. */
export function* eachOnceInSteps<T extends object>(lists: readonly (readonly T[])[]): Generator<undefined, T[]> {
  const rules = new Map<string, T>();
  let read = 0;
  for (const list of lists) {
    for (const rule of list) {
      rules.set(JSON.stringify(rule), rule);
      if (++read % STEP_RULES === 0) yield;
    }
  }
  return [...rules.values()];
}
