import { ALLOWED, type Authorizer, type Decision } from '@orch/http';
import { EVERYTHING, NO_RULES, type RuleResolver } from './user-rules.js';

/** Mode AlwaysAllow: allows every request. */
export const alwaysAllowAuthorizer: Authorizer & RuleResolver = {
  decide: () => ALLOWED,
  rulesFor: () => EVERYTHING,
};

/** Mode AlwaysDeny: denies every request, except those of administrators, who are allowed before (D-070). Later modes are not consulted. */
export const alwaysDenyAuthorizer: Authorizer & RuleResolver = {
  decide: () => DENIED,
  rulesFor: () => NO_RULES,
};

const DENIED: Decision = Object.freeze({ allowed: false, denied: true, reason: 'Everything is forbidden.' });
