import type { ResourceDefinition } from '@orch/api';
import { ApiError, type ApiObject, type LabelSelector } from '@orch/apimachinery';
import { expressionValue } from '@orch/expressions';
import type { AdmissionAttributes, ObjectReader, UnreadAttributes } from '@orch/registry';
import type { RegisteredWebhook } from './registered-webhook.js';
import { requestOf } from './review-request.js';
import { matchesRule, type RuleTarget } from './rule-match.js';
import type { EquivalentVersion, EquivalentVersions } from './versions-of.js';

/** A webhook to call for a write, with the version in which it gets the objects. */
export interface Invocation {
  readonly registered: RegisteredWebhook;
  /** Version that the rules name. Undefined: that of the request. */
  readonly equivalent: EquivalentVersion | undefined;
}

/** Dependencies of the match. */
export interface Matching {
  readonly reader: ObjectReader;
  readonly versions: EquivalentVersions;
}

/** Whether a rule names the resource of a write, or another version of it. `undefined`: no. Reads no objects. */
export function matchRules(
  registered: RegisteredWebhook,
  attributes: UnreadAttributes,
  versions: EquivalentVersions,
): Invocation | undefined {
  const { rules } = registered.webhook;
  if (!rules || rules.length === 0) return undefined;
  const own = targetOf(attributes, attributes.definition);
  if (rules.some((rule) => matchesRule(rule, own))) return { registered, equivalent: undefined };
  if (!registered.matchesEquivalent) return undefined;
  for (const rule of rules) {
    for (const equivalent of versions.of(attributes.definition)) {
      if (matchesRule(rule, targetOf(attributes, equivalent.definition))) return { registered, equivalent };
    }
  }
  return undefined;
}

/**
 * The invocation for a write whose rules match; undefined when a selector or a condition does not match.
 * @throws ApiError NotFound when the namespace of the selector does not exist, Forbidden when a condition cannot be evaluated.
 */
export function matchObjects(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  { reader }: Matching,
): Invocation | undefined {
  const { registered, equivalent } = invocation;
  if (!matchesObject(registered.objects, attributes)) return undefined;
  if (!matchesNamespace(registered.namespaces, attributes, reader)) return undefined;
  const { definition, name } = attributes;
  const outcome = registered.conditions.evaluate(() => ({
    object: expressionValue(converted(attributes.object, equivalent) ?? null),
    oldObject: expressionValue(converted(attributes.oldObject, equivalent) ?? null),
    request: expressionValue(requestOf(attributes, equivalent?.definition ?? definition)),
  }));
  if ('failed' in outcome) throw ApiError.forbidden({ ...definition.gvr, name }, outcome.failed);
  return outcome.matches ? invocation : undefined;
}

/** The object in the version that the webhook gets. */
export const converted = (
  object: ApiObject | undefined,
  equivalent: EquivalentVersion | undefined,
): ApiObject | undefined => (object && equivalent ? equivalent.convert(object) : object);

function targetOf(
  { operation, subresource }: UnreadAttributes,
  { gvr: { group, version, resource }, declaration: { namespaced } }: ResourceDefinition,
): RuleTarget {
  return { operation, group, version, resource, subresource, isNamespaced: namespaced };
}

/** Of an update, either state will do (B-209). Objects without labels match the empty selector only (B-210). */
function matchesObject(selector: LabelSelector, { object, oldObject }: AdmissionAttributes): boolean {
  if (selector.isEmpty) return true;
  return [object, oldObject].some((one) => one?.metadata !== undefined && selector.matches(one.metadata.labels ?? {}));
}

/** Cluster-scoped objects match, but for namespaces, which have the labels themselves (B-211 to B-213). */
function matchesNamespace(selector: LabelSelector, attributes: AdmissionAttributes, reader: ObjectReader): boolean {
  const { definition, operation, subresource, object, name } = attributes;
  const isNamespace = definition.declaration.resource === 'namespaces' && definition.gvr.group === '';
  if (selector.isEmpty || (attributes.namespace === '' && !isNamespace)) return true;
  if (isNamespace && subresource === '' && operation !== 'DELETE')
    return selector.matches(object?.metadata.labels ?? {});
  const namespace = isNamespace ? name : attributes.namespace;
  const found = reader.read({ group: '', resource: 'namespaces' }, '', namespace);
  if (!found) throw ApiError.notFound({ group: '', resource: 'namespaces', name: namespace });
  return selector.matches(found.metadata.labels ?? {});
}
