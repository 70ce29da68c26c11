import type { GroupVersion, GroupVersionResource } from '@orch/apimachinery';

/** One served resource, as in discovery. Names of subresources contain a slash. */
export interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A served group version with its resources and sub-resources. */
export interface ServedVersion extends GroupVersion {
  /** Whether the group prefers this version. */
  readonly preferred: boolean;
  readonly resources: readonly ApiResource[];
}

/** A resource of one served version. */
export interface VersionedResource extends GroupVersionResource {
  readonly verbs: readonly string[];
}
