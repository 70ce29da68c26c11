import type { ResourceDefinition } from '@orch/api';
import { localSubjectAccessReviews, selfSubjectAccessReviews, subjectAccessReviews } from './access-reviews.js';
import { bindings } from './bindings.js';
import { evictions } from './evictions.js';
import { componentStatuses } from './component-statuses.js';
import { selfSubjectReviews } from './self-subject-reviews.js';
import { selfSubjectRulesReviews } from './self-subject-rules-reviews.js';
import { serviceAccountTokens } from './service-account-tokens.js';
import { tokenReviews } from './token-reviews.js';
import type { VirtualParts, VirtualResource } from './virtual-resource.js';

/**
 * Virtual resources by `group/resource`, or `group/resource/action` for a POST to a sub-resource. All versions of a
 * group share an entry. To add one: a file in this folder, an entry here, and its kind in libs/api.
 */
const VIRTUAL_RESOURCES: Readonly<Record<string, (parts: VirtualParts) => VirtualResource>> = {
  'authentication/selfsubjectreviews': selfSubjectReviews,
  'authentication/tokenreviews': tokenReviews,
  'authorization/localsubjectaccessreviews': localSubjectAccessReviews,
  'authorization/selfsubjectaccessreviews': selfSubjectAccessReviews,
  'authorization/selfsubjectrulesreviews': selfSubjectRulesReviews,
  'authorization/subjectaccessreviews': subjectAccessReviews,
  'core/bindings': bindings,
  'core/componentstatuses': componentStatuses,
  'core/pods/binding': bindings,
  'core/pods/eviction': evictions,
  'core/serviceaccounts/token': serviceAccountTokens,
};

/** Returns the handlers of a virtual resource; undefined for stored ones. */
export type VirtualLookup = (definition: ResourceDefinition, subresource: string) => VirtualResource | undefined;

/**
 * HOT PATH (bench: get): called for every request, so the table is converted once to maps by definition.
 * @throws TypeError when a declared kind that is not stored, or a declared action, is missing in the table.
 */
export function virtualResources(parts: VirtualParts): VirtualLookup {
  const made = new Map<string, VirtualResource>();
  const answering = (key: string): VirtualResource => {
    let resource = made.get(key);
    if (!resource) {
      const make = VIRTUAL_RESOURCES[key];
      if (!make) throw new TypeError(`${key} is declared, but has no handler: see virtual-resources.ts`);
      made.set(key, (resource = make(parts)));
    }
    return resource;
  };
  const byDefinition = new Map<ResourceDefinition, ReadonlyMap<string, VirtualResource>>();
  for (const { definition } of parts.registry.resources) {
    const { declaration, struct } = definition;
    if (!struct) continue;
    const key = `${groupNameOf(definition)}/${declaration.resource}`;
    const answers = new Map<string, VirtualResource>();
    if (declaration.verbs) answers.set('', answering(key));
    for (const action of Object.keys(declaration.actions ?? {})) answers.set(action, answering(`${key}/${action}`));
    if (answers.size > 0) byDefinition.set(definition, answers);
  }
  return (definition, subresource) => byDefinition.get(definition)?.get(subresource);
}

/** Name of a group in the table of the vocabulary. */
const groupNameOf = ({ gvr, vocabulary }: ResourceDefinition): string | undefined =>
  Object.entries(vocabulary.groups).find(([, group]) => group === gvr.group)?.[0];

/** Keys of the table. */
export const virtualKeys: readonly string[] = Object.keys(VIRTUAL_RESOURCES);
