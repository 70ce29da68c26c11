import type { NonResourceRule, PolicyRule, ResourceRule, UserInfo } from '@orch/api';
import { atOnceOrInTurns, flowOf, type Authorizer, type Decision, NO_OPINION } from '@orch/http';
import type { NameResolver } from '../named-objects.js';
import { eachOnceInSteps, type RuleResolver, type UserRules } from '../user-rules.js';
import { allowsResource, questionOf } from './compiled-rule.js';
import type { Grants } from './grants.js';
import type { RbacIndex } from './rbac-index.js';

/**
 * Mode RBAC: allows what the roles of a user allow (D-080, D-081): roles bound in the cluster everywhere, roles bound in a namespace only
 * there (D-085). Synchronous. HOT PATH (bench: rbac).
 */
export const rbacAuthorizer = (index: RbacIndex): Authorizer & RuleResolver & NameResolver => ({
  decide: (user, info) => {
    if (!info.isResource) {
      const all = index.grantsFor(user, '');
      for (const grants of all) {
        const allowed = grants.allowPath(info.verb, info.path);
        if (allowed) return allowed;
      }
      return refusal(all);
    }
    const all = index.grantsFor(user, info.namespace);
    if (all.length === 0) return NO_OPINION;
    const question = questionOf(info);
    for (const grants of all) {
      const allowed = grants.allowResource(question);
      if (allowed) return allowed;
    }
    return refusal(all);
  },
  rulesFor: (user, namespace) => {
    const evaluationError = missingRoles(index.grantsFor(user, namespace));
    return atOnceOrInTurns(userRulesInSteps(rulesForUser(index, user, namespace), evaluationError), () => ({
      flow: flowOf(user),
    }));
  },
  namesFor: (user, { verbs, group, resource }, namespace) => {
    const names: string[] = [];
    for (const grants of index.grantsFor(user, namespace)) {
      for (const { compiled } of grants.roles) {
        for (const rule of compiled.resources) {
          if (!rule.names) continue;
          const mayAllow = verbs.some((verb) =>
            allowsResource(
              { verbs: rule.verbs, groups: rule.groups, resources: rule.resources, names: undefined },
              { verb, group, resource, ofAnyResource: '', name: '' },
            ),
          );
          if (mayAllow) for (const name of rule.names) names.push(name);
        }
      }
    }
    return names;
  },
});

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
