import { ALLOWED, type Authorizer, NO_OPINION } from './authorizer.js';
import { NO_RULES, type RuleTeller, type UserRules } from './user-rules.js';

const ADMINISTRATORS = 'system:masters';

/** Whoever is in `system:masters` may do everything: the way in when all other rules are broken. */
export const administratorsAuthorizer: Authorizer & RuleTeller = {
  decide: (user) => (user.groups.includes(ADMINISTRATORS) ? ALLOWED : NO_OPINION),
  rulesFor: (user) => (user.groups.includes(ADMINISTRATORS) ? EVERYTHING : NO_RULES),
};

const EVERYTHING: UserRules = Object.freeze({
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
});
