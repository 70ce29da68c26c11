import type { Decision } from '@orch/http';

/** Decision when a webhook call fails: no opinion, so that the next authorizer decides, or deny (D-077). */
export const FAILURE_POLICIES = ['NoOpinion', 'Deny'] as const;

export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/**
 * The decision of the failure policy.
 * @param error the cause, shown in access reviews.
 */
export const undecided = (policy: FailurePolicy, error: string): Decision =>
  policy === 'Deny' ? { allowed: false, denied: true, reason: '', error } : { allowed: false, reason: '', error };
