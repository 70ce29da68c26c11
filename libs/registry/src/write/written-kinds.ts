import type { ResourceDefinition } from '@orch/api';
import type { KindVersions } from '@orch/apimachinery';
import type { CustomResource } from '../store/custom-resource.js';
import { kindVersions } from './kind-versions.js';
import { refreshedForm } from './refreshed-form.js';
import { storedForm, type StoredForm } from './stored-form.js';

/** A served kind and its stored form. */
export interface WrittenKind {
  readonly definition: ResourceDefinition;
  /** The definition whose form is stored: itself, or that of another version. */
  readonly stored: ResourceDefinition;
  readonly form: StoredForm;
  readonly versions: KindVersions;
}

/** In the order of the definitions. @throws TypeError when a conversion names a kind that is not served. */
export function* writtenKinds(definitions: readonly ResourceDefinition[]): Generator<WrittenKind> {
  const served = servedByStored(definitions);
  for (const definition of definitions) {
    const stored = storedDefinition(definition, definitions);
    yield {
      definition,
      stored,
      form: storedForm(definition, stored),
      versions: kindVersions(stored, served.get(stored)!),
    };
  }
}

/** The served versions of a resource that is served at run time and whose versions no call converts. */
export function customKinds(resource: Omit<CustomResource, 'conversion'>): WrittenKind[] {
  const { stored, served, currentSince } = resource;
  const versions = kindVersions(stored, served);
  const declared = declaredVersions(resource);
  return served.map((definition) => {
    const form = refreshedForm(definition, stored, declared, currentSince);
    return { definition, stored, form, versions };
  });
}

/** All versions in which its objects may be stored. */
export const declaredVersions = ({
  stored,
  served,
  unserved = [],
}: Pick<CustomResource, 'stored' | 'served' | 'unserved'>): readonly ResourceDefinition[] => [
  stored,
  ...served,
  ...unserved,
];

/** Served kinds of each stored kind: itself, and the kinds that share its storage. */
function servedByStored(all: readonly ResourceDefinition[]): ReadonlyMap<ResourceDefinition, ResourceDefinition[]> {
  const served = new Map<ResourceDefinition, ResourceDefinition[]>();
  for (const definition of all) {
    const stored = storedDefinition(definition, all);
    const known = served.get(stored);
    if (known) known.push(definition);
    else served.set(stored, [definition]);
  }
  return served;
}

/** The definition whose form is stored. @throws TypeError when a conversion names a kind that is not served. */
function storedDefinition(definition: ResourceDefinition, all: readonly ResourceDefinition[]): ResourceDefinition {
  const { stored: target } = definition;
  if (target === definition.gvk) return definition;
  const stored = all.find(
    ({ gvk }) => gvk.group === target.group && gvk.version === target.version && gvk.kind === target.kind,
  );
  if (!stored)
    throw new TypeError(`${definition.apiVersion} ${definition.gvk.kind} is stored as a kind that is not declared`);
  return stored;
}
