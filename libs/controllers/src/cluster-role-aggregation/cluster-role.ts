import type { AggregationRule, PolicyRule } from '@orch/api';
import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

export interface ClusterRole extends HasMetadata {
  readonly rules?: PolicyRule[];
  readonly aggregationRule?: AggregationRule;
}

export const clusterRoles: ResourceLike<ClusterRole> = builtinResources.clusterRoles;
