import type { ResourceDefinition } from '@orch/api';

/** The kind a sub-resource speaks; group and version only where they are not those of its resource. */
export interface SubresourceKind {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
}

/** Sub-resources that speak a kind of their own, wherever they hang. */
const OWN_KINDS: Readonly<Record<string, SubresourceKind>> = {
  scale: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  eviction: { group: 'policy', version: 'v1', kind: 'Eviction' },
  binding: { kind: 'Binding' },
};

/** The kind of a sub-resource: its own, or that of the resource (`status`, `approval`, `finalize`). */
export const subresourceKind = (definition: ResourceDefinition, name: string): SubresourceKind =>
  (Object.hasOwn(OWN_KINDS, name) ? OWN_KINDS[name] : undefined) ?? { kind: definition.gvk.kind };
