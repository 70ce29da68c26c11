import { ApiError, decodeYaml, type DecodedBody } from '@orch/apimachinery';
import { validated } from '@orch/process';
import { AuditPolicyFile, type AuditRuleEntry, type ResourceSelectorEntry } from './audit-policy-file.js';
import type { AuditPolicy, AuditRule, ResourceSelector } from './audit-policy.js';

/** An invalid policy. The message lists all problems, each with its path and a remedy. */
export class AuditPolicyError extends Error {
  override readonly name = 'AuditPolicyError';
}

/**
 * Reads a policy, YAML or JSON (D-190). Pure. Rejects unknown fields: a misspelt filter would make its rule match
 * everything.
 * @param group of its kind.
 * @throws AuditPolicyError.
 */
export function readAuditPolicy(text: string, group: string): AuditPolicy {
  const file = validated(AuditPolicyFile, decoded(text), [`${group}/v1`]);
  if (!(file instanceof AuditPolicyFile)) throw new AuditPolicyError(file.join('; '));
  return { rules: file.rules.map((rule, index) => ruleOf(rule, `rules[${index}]`, file)) };
}

function decoded(text: string): DecodedBody {
  try {
    return decodeYaml(text);
  } catch (error) {
    if (error instanceof ApiError) throw new AuditPolicyError(error.message, { cause: error });
    throw error;
  }
}

/** @param file whose settings apply to every rule. */
function ruleOf(rule: AuditRuleEntry, path: string, file: AuditPolicyFile): AuditRule {
  const {
    level,
    users = [],
    userGroups = [],
    verbs = [],
    namespaces = [],
    resources = [],
    nonResourceURLs = [],
  } = rule;
  if (nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0)) {
    throw wrong(`${path}.nonResourceURLs`, 'does not go with resources or namespaces: make two rules of it');
  }
  return {
    level,
    users,
    userGroups,
    verbs,
    namespaces,
    nonResourceURLs,
    resources: resources.map((selector, index) => selectorOf(selector, `${path}.resources[${index}]`)),
    omitStages: new Set([...(file.omitStages ?? []), ...(rule.omitStages ?? [])]),
    omitManagedFields: rule.omitManagedFields ?? file.omitManagedFields ?? false,
  };
}

function selectorOf(
  { group = '', resources = [], resourceNames = [] }: ResourceSelectorEntry,
  path: string,
): ResourceSelector {
  if (resourceNames.length > 0 && resources.length === 0) {
    throw wrong(`${path}.resourceNames`, 'requires resources in the same entry');
  }
  return { group, resources, resourceNames };
}

const wrong = (path: string, what: string): AuditPolicyError => new AuditPolicyError(`${path}: ${what}`);
