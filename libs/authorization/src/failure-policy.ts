import type { Decision } from '@orch/http';

/** What it means that a service could not be asked: the next one decides, or nobody may (D-077). */
export const FAILURE_POLICIES = ['NoOpinion', 'Deny'] as const;

export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/**
 * The decision where there is none.
 * @param error why; access reviews tell it.
 */
export const undecided = (policy: FailurePolicy, error: string): Decision =>
  policy === 'Deny' ? { allowed: false, denied: true, reason: '', error } : { allowed: false, reason: '', error };
