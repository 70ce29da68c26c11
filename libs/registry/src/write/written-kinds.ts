import type { ResourceDefinition } from '@orch/api';
import type { KindVersions } from '@orch/apimachinery';
import { kindVersions } from './kind-versions.js';
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
