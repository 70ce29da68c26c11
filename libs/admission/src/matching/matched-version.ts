import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { UnreadAttributes } from '@orch/registry';
import type { EquivalentVersion, EquivalentVersions } from './equivalent-versions.js';
import { matchesRule, type MatchRule, type RuleTarget } from './rule-match.js';

/** The version of a resource that a rule names. */
export interface MatchedVersion {
  /** Undefined: the version of the request. */
  readonly equivalent: EquivalentVersion | undefined;
}

const OWN: MatchedVersion = { equivalent: undefined };

/**
 * The version of the resource of a write that a rule names; earlier rules first. Undefined: none. Reads no objects.
 * @param takesEquivalent whether a rule for another version of the resource matches too (B-214, B-215).
 */
export function matchVersion(
  rules: readonly MatchRule[] | null | undefined,
  takesEquivalent: boolean,
  attributes: UnreadAttributes,
  versions: EquivalentVersions,
): MatchedVersion | undefined {
  if (!rules || rules.length === 0) return undefined;
  const own = targetOf(attributes, attributes.definition);
  if (rules.some((rule) => matchesRule(rule, own))) return OWN;
  if (!takesEquivalent) return undefined;
  for (const rule of rules) {
    for (const equivalent of versions.of(attributes.definition)) {
      if (matchesRule(rule, targetOf(attributes, equivalent.definition))) return { equivalent };
    }
  }
  return undefined;
}

/** The object in the version that was matched. */
export const inMatchedVersion = (
  object: ApiObject | undefined,
  { equivalent }: MatchedVersion,
): ApiObject | undefined => (object && equivalent ? equivalent.convert(object) : object);

function targetOf(
  { operation, subresource, name }: UnreadAttributes,
  { gvr: { group, version, resource }, declaration: { namespaced } }: ResourceDefinition,
): RuleTarget {
  return { operation, group, version, resource, subresource, name, isNamespaced: namespaced };
}
