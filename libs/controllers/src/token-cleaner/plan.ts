import { tokenExpiration, type Secret } from '../shared/bootstrap-token.js';

/** Action for a bootstrap token. */
export type TokenPlan =
  | { readonly action: 'keep' }
  | { readonly action: 'wait'; readonly untilMs: number }
  | { readonly action: 'delete' };

/** Deletes expired tokens. An unreadable one is kept: it cannot be used, and a user may fix it. */
export function planToken(secret: Secret, nowMs: number): TokenPlan {
  const expiration = tokenExpiration(secret);
  if (typeof expiration !== 'number') return { action: 'keep' };
  return expiration <= nowMs ? { action: 'delete' } : { action: 'wait', untilMs: expiration };
}
