import { ADMINISTRATORS, ALLOWED, type Authorizer, NO_OPINION } from '@orch/http';
import { EVERYTHING, NO_RULES, type RuleResolver } from './user-rules.js';

/** Allows members of `system:masters` everything, also when all other rules are broken. */
export const administratorsAuthorizer: Authorizer & RuleResolver = {
  neverDenies: true,
  decide: (user) => (user.groups.includes(ADMINISTRATORS) ? ALLOWED : NO_OPINION),
  rulesFor: (user) => (user.groups.includes(ADMINISTRATORS) ? EVERYTHING : NO_RULES),
};
