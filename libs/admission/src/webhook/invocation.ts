import { ApiError } from '@orch/apimachinery';
import type { AdmissionAttributes, ObjectReader, UnreadAttributes } from '@orch/registry';
import { evaluateConditions } from '../expressions/conditions.js';
import { CONDITIONS_BUDGET, CostBudget } from '../expressions/admission-expression.js';
import { admissionValues, type ValueSources } from '../expressions/admission-values.js';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import { matchVersion, type MatchedVersion } from '../matching/matched-version.js';
import { matchesNamespace, matchesObject } from '../matching/selector-match.js';
import type { RegisteredWebhook } from './registered-webhook.js';

/** A webhook to call for a write, with the version in which it gets the objects. */
export interface Invocation extends MatchedVersion {
  readonly registered: RegisteredWebhook;
  /** Position among all registered webhooks. */
  readonly order: number;
}

/** Dependencies of the match. */
export interface Matching extends ValueSources {
  readonly reader: ObjectReader;
  readonly versions: EquivalentVersions;
}

/** Whether a rule names the resource of a write, or another version of it. Undefined: no. Reads no objects. */
export function matchRules(
  registered: RegisteredWebhook,
  order: number,
  attributes: UnreadAttributes,
  versions: EquivalentVersions,
): Invocation | undefined {
  const matched = matchVersion(registered.webhook.rules, registered.matchesEquivalent, attributes, versions);
  return matched && { ...matched, registered, order };
}

/**
 * The invocation for a write whose rules match; undefined when a selector or a condition does not match.
 * @throws ApiError NotFound when the namespace of the selector does not exist, Forbidden when a condition cannot be evaluated.
 */
export function matchObjects(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  matching: Matching,
): Invocation | undefined {
  const { registered } = invocation;
  if (!matchesObject(registered.objects, attributes)) return undefined;
  if (!matchesNamespace(registered.namespaces, attributes, matching.reader)) return undefined;
  const conditions = registered.conditions;
  if (conditions.length === 0) return invocation;
  const values = admissionValues(attributes, invocation, matching);
  const outcome = evaluateConditions(conditions, values, new CostBudget(CONDITIONS_BUDGET));
  if ('matches' in outcome) return outcome.matches ? invocation : undefined;
  if (registered.ignoresFailures) return undefined;
  const { definition, name } = attributes;
  throw ApiError.forbidden({ ...definition.gvr, name }, outcome.failed);
}
