import { tokenExpiration, type Secret } from '../shared/bootstrap-token.js';

/** What becomes of a bootstrap token. */
export type TokenPlan =
  { readonly action: 'keep' } | { readonly action: 'wait'; readonly untilMs: number } | { readonly action: 'delete' };

/** Deletes what has expired. What cannot be read is kept: it can no longer be used, and somebody may mend it. */
export function planToken(secret: Secret, nowMs: number): TokenPlan {
  const expiration = tokenExpiration(secret);
  if (typeof expiration !== 'number') return { action: 'keep' };
  return expiration <= nowMs ? { action: 'delete' } : { action: 'wait', untilMs: expiration };
}
