import { ALLOWED, type Authorizer, type Decision } from '@orch/http';
import { EVERYTHING, NO_RULES, type RuleTeller } from './user-rules.js';

/** Mode AlwaysAllow: everybody may do everything. */
export const alwaysAllowAuthorizer: Authorizer & RuleTeller = {
  decide: () => ALLOWED,
  rulesFor: () => EVERYTHING,
};

/** Mode AlwaysDeny: nobody may do anything but administrators, who are asked about before (D-070). Modes after it are not asked. */
export const alwaysDenyAuthorizer: Authorizer & RuleTeller = {
  decide: () => DENIED,
  rulesFor: () => NO_RULES,
};

const DENIED: Decision = Object.freeze({ allowed: false, denied: true, reason: 'Everything is forbidden.' });
