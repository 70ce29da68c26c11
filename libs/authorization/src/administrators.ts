import { ALLOWED, type Authorizer, NO_OPINION } from '@orch/http';
import { EVERYTHING, NO_RULES, type RuleTeller } from './user-rules.js';

const ADMINISTRATORS = 'system:masters';

/** Whoever is in `system:masters` may do everything: the way in when all other rules are broken. */
export const administratorsAuthorizer: Authorizer & RuleTeller = {
  decide: (user) => (user.groups.includes(ADMINISTRATORS) ? ALLOWED : NO_OPINION),
  rulesFor: (user) => (user.groups.includes(ADMINISTRATORS) ? EVERYTHING : NO_RULES),
};
