import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

/** The Lease of a node, of its name, which its agent renews as a heartbeat. */
export interface NodeLease extends HasMetadata {
  readonly spec?: { readonly renewTime?: string };
}

export const leases: ResourceLike<NodeLease> = builtinResources.leases;
