import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';
import type { QuotaSpec } from '@orch/quota';

export interface ResourceQuota extends HasMetadata {
  readonly spec?: QuotaSpec;
  readonly status?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly used?: Readonly<Record<string, string>>;
  };
}

export const quotas: ResourceLike<ResourceQuota> = builtinResources.resourceQuotas;
