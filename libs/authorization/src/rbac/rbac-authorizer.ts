import type { NonResourceRule, PolicyRule, ResourceRule, UserInfo } from '@orch/api';
import { atOnceOrInTurns, flowOf, type Authorizer, type Decision, NO_OPINION } from '@orch/http';
import type { NameTeller } from '../named-objects.js';
import { eachOnceInSteps, type RuleTeller, type UserRules } from '../user-rules.js';
import { allowsResource, questionOf } from './compiled-rule.js';
import type { Grants } from './grants.js';
import type { Rights } from './rights.js';

/**
 * Allows what a role allows that somebody has (D-080, D-081): roles of the cluster everywhere, those of a binding in a namespace
 * there only (D-085). Answers at once. HOT PATH (bench: rbac).
 */
export const rbacAuthorizer = (rights: Rights): Authorizer & RuleTeller & NameTeller => ({
  decide: (user, info) => {
    if (!info.isResource) {
      const all = rights.of(user, '');
      for (const grants of all) {
        const allowed = grants.allowPath(info.verb, info.path);
        if (allowed) return allowed;
      }
      return refusal(all);
    }
    const all = rights.of(user, info.namespace);
    if (all.length === 0) return NO_OPINION;
    const question = questionOf(info);
    for (const grants of all) {
      const allowed = grants.allowResource(question);
      if (allowed) return allowed;
    }
    return refusal(all);
  },
  rulesFor: (user, namespace) => {
    const evaluationError = missingRoles(rights.of(user, namespace));
    return atOnceOrInTurns(toldInSteps(heldRules(rights, user, namespace), evaluationError), () => ({
      flow: flowOf(user),
    }));
  },
  namesFor: (user, { verbs, group, resource }, namespace) => {
    const names: string[] = [];
    for (const grants of rights.of(user, namespace)) {
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
 * Every rule that somebody has in a namespace when this is called, each once, in steps of about a millisecond.
 * @param namespace empty asks for what holds everywhere.
 */
export function heldRules(rights: Rights, user: UserInfo, namespace: string): Generator<undefined, PolicyRule[]> {
  const roles = rights.of(user, namespace).flatMap((grants) => [...grants.roles]);
  // Lists of rules never change: a write of a role brings another one.
  return eachOnceInSteps(roles.map(({ rules = [] }) => rules));
}

/** Bindings may be there before their roles: whoever is refused is told, so that nobody searches for long. */
function refusal(all: readonly Grants[]): Decision {
  const missing = missingRoles(all);
  return missing === '' ? NO_OPINION : { allowed: false, reason: `RBAC: ${missing}`, error: missing };
}

function missingRoles(all: readonly Grants[]): string {
  const missing = new Set<string>();
  for (const grants of all) {
    for (const { kind, name } of grants.missing) {
      if (missing.size < MISSING_TOLD) missing.add(`${kind.toLowerCase()} ${JSON.stringify(name)} not found`);
    }
  }
  return [...missing].join(', ');
}

/** More would only fill the answer. */
const MISSING_TOLD = 5;

function* toldInSteps(
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
