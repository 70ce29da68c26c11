import type { NonResourceRule, PolicyRule, ResourceRule, UserInfo } from '@orch/api';
import {
  atOnceOrInTurns,
  flowOf,
  flowOfRequester,
  inTurns,
  type Authorizer,
  type Decision,
  NO_OPINION,
  type RequestInfo,
  type Requester,
} from '@orch/http';
import type { NameResolver } from '../named-objects.js';
import { eachOnceInSteps, type RuleResolver, type UserRules } from '../user-rules.js';
import { allowsSomeOf, questionOf } from './compiled-rule.js';
import { preparingSteps, type Grants } from './grants.js';
import type { RbacIndex } from './rbac-index.js';

/**
 * Mode RBAC: allows what the roles of a user allow (D-080, D-081): roles bound in the cluster everywhere, roles bound in a namespace only
 * there (D-085). Synchronous, but for the first request after many rules are new. HOT PATH (bench: rbac).
 */
export const rbacAuthorizer = (index: RbacIndex): Authorizer & RuleResolver & NameResolver => ({
  neverDenies: true,
  decide: (user, info, requester) => {
    const namespace = info.isResource ? info.namespace : '';
    const all = index.grantsFor(user, namespace);
    const waits = requester && prepareFor(all, requester);
    return waits ? waits.then(() => decideBy(index.grantsFor(user, namespace), info)) : decideBy(all, info);
  },
  rulesFor: (user, namespace) => {
    const evaluationError = missingRoles(index.grantsFor(user, namespace));
    return atOnceOrInTurns(userRulesInSteps(rulesForUser(index, user, namespace), evaluationError), () => ({
      flow: flowOf(user),
    }));
  },
  namesFor: (user, { verbs, group, resource, only }, namespace) => {
    const questions = verbs.map((verb) => ({ verb, group, resource, ofAnyResource: '', name: '' }));
    const sets: ReadonlySet<string>[] = [];
    for (const grants of index.grantsFor(user, namespace)) {
      for (const { compiled } of grants.roles) {
        for (const rule of compiled.resources) {
          if (!rule.names || (only !== undefined && !rule.names.has(only))) continue;
          if (!questions.some((question) => allowsSomeOf(rule, question))) continue;
          if (sets.push(rule.names) === MAX_NAMING_RULES) return { sets, mayBeDenied: false };
        }
      }
    }
    return { sets, mayBeDenied: false };
  },
  prepare: (requester) => {
    const prepared = atOnceOrInTurns(index.prepareInSteps(requester.user), () => ({
      flow: flowOfRequester(requester),
    }));
    return prepared ? prepared : undefined;
  },
});

/** Most rules with names that show objects in one namespace: each object is looked up in all of them. Real users have a few. */
const MAX_NAMING_RULES = 1_000;

/** Words of new rules that are prepared at once, a few milliseconds of work. Default roles have some hundred. */
const MANY_WORDS = 10_000;

/** Prepares the roles that are new since the last request of a user, if that takes long: a namespace may have megabytes of them. */
function prepareFor(all: readonly Grants[], requester: Requester): Promise<void> | undefined {
  let words = 0;
  for (const { freshWords } of all) words += freshWords;
  if (words <= MANY_WORDS) return undefined;
  return inTurns(preparedInSteps(all), { flow: flowOfRequester(requester) });
}

function* preparedInSteps(all: readonly Grants[]): Generator<undefined, void> {
  const steps = preparingSteps();
  for (const grants of all) yield* grants.prepareInSteps(steps);
}

function decideBy(all: readonly Grants[], info: RequestInfo): Decision {
  if (!info.isResource) {
    for (const grants of all) {
      const allowed = grants.allowPath(info.verb, info.path);
      if (allowed) return allowed;
    }
    return refusal(all);
  }
  if (all.length === 0) return NO_OPINION;
  const question = questionOf(info);
  for (const grants of all) {
    const allowed = grants.allowResource(question);
    if (allowed) return allowed;
  }
  return refusal(all);
}

/**
 * The distinct rules of a user in a namespace at the time of the call, in steps of about a millisecond.
 * @param namespace empty for the rules of the whole cluster.
 */
export function rulesForUser(index: RbacIndex, user: UserInfo, namespace: string): Generator<undefined, PolicyRule[]> {
  const roles = index.grantsFor(user, namespace).flatMap((grants) => [...grants.roles]);
  // Lists of rules are immutable: a write of a role replaces its list.
  return eachOnceInSteps(roles.map(({ rules }) => rules ?? []));
}

/** Bindings may exist before their roles: a refusal names missing roles, to help with debugging. */
function refusal(all: readonly Grants[]): Decision {
  const missing = missingRoles(all);
  return missing === '' ? NO_OPINION : { allowed: false, reason: `RBAC: ${missing}`, error: missing };
}

function missingRoles(all: readonly Grants[]): string {
  const missing = new Set<string>();
  for (const grants of all) {
    for (const { kind, name } of grants.missing) {
      if (missing.size < MAX_MISSING_SHOWN) missing.add(`${kind.toLowerCase()} ${JSON.stringify(name)} not found`);
    }
  }
  return [...missing].join(', ');
}

/** Maximum number of missing roles in a message. */
const MAX_MISSING_SHOWN = 5;

function* userRulesInSteps(
  rules: Generator<undefined, readonly PolicyRule[]>,
  evaluationError: string,
): Generator<undefined, UserRules> {
  const resourceRules: ResourceRule[] = [];
  const nonResourceRules: NonResourceRule[] = [];
  for (const { verbs, apiGroups, resources = [], resourceNames, nonResourceURLs = [] } of yield* rules) {
    if (resources.length > 0)
      resourceRules.push({ verbs, apiGroups: apiGroups ?? [], resources, ...(resourceNames ? { resourceNames } : {}) });
    if (nonResourceURLs.length > 0) nonResourceRules.push({ verbs, nonResourceURLs });
  }
  return { resourceRules, nonResourceRules, incomplete: false, ...(evaluationError === '' ? {} : { evaluationError }) };
}
