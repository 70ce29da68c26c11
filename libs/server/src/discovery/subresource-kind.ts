import { viewOf, type ResourceDefinition } from '@orch/api';

/** The kind a sub-resource speaks; group and version only where they are not those of its resource. */
export interface SubresourceKind {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
}

/** Actions take a kind of their own, wherever they hang. */
const ACTION_KINDS: Readonly<Record<string, SubresourceKind>> = {
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  binding: { kind: 'Binding' },
};

/** The kind of a sub-resource: its own (`scale`: C-237), or that of the resource (`status`, `approval`, `finalize`). */
export function subresourceKind(definition: ResourceDefinition, name: string): SubresourceKind {
  const view = viewOf(definition, name);
  if (view) return view.definition.gvk;
  return (Object.hasOwn(ACTION_KINDS, name) ? ACTION_KINDS[name] : undefined) ?? { kind: definition.gvk.kind };
}
