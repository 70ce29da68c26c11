import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

/** A Job, with the fields that its time to live depends on. */
export interface Job extends HasMetadata {
  readonly spec?: { readonly ttlSecondsAfterFinished?: number };
  readonly status?: { readonly conditions?: readonly JobCondition[] };
}

export interface JobCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
}

export const jobs: ResourceLike<Job> = builtinResources.jobs;
