import type { AdmissionAttributes, ObjectReader, UnreadAttributes } from '@orch/registry';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import { matchVersion, type MatchedVersion } from '../matching/matched-version.js';
import { matchesNamespace, matchesObject } from '../matching/selector-match.js';
import type { Scope } from './registered-policy.js';

const OWN: MatchedVersion = { equivalent: undefined };

/** The version of the resource of a write that a scope is about; undefined: it is not about it. Without rules it is about all. Reads no objects. */
export function matchScope(
  { match, takesEquivalent }: Scope,
  attributes: UnreadAttributes,
  versions: EquivalentVersions,
): MatchedVersion | undefined {
  if (matchVersion(match.excludeResourceRules, takesEquivalent, attributes, versions)) return undefined;
  if (!match.resourceRules || match.resourceRules.length === 0) return OWN;
  return matchVersion(match.resourceRules, takesEquivalent, attributes, versions);
}

/** Whether the selectors of a scope match. @throws ApiError NotFound when the namespace does not exist. */
export const matchesSelectors = (
  { objects, namespaces }: Scope,
  attributes: AdmissionAttributes,
  reader: ObjectReader,
): boolean => matchesObject(objects, attributes) && matchesNamespace(namespaces, attributes, reader);
