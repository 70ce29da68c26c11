import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

export type ServiceAccount = HasMetadata;

export const serviceAccounts: ResourceLike<ServiceAccount> = builtinResources.serviceAccounts;

/** The default service account of pods. */
export const DEFAULT_SERVICE_ACCOUNT = 'default';
