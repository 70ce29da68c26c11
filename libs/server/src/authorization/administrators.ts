import { ALLOWED, type Authorizer, NO_OPINION } from './authorizer.js';

const ADMINISTRATORS = 'system:masters';

/** Whoever is in `system:masters` may do everything: the way in when all other rules are broken. */
export const administratorsAuthorizer: Authorizer = {
  decide: (user) => (user.groups.includes(ADMINISTRATORS) ? ALLOWED : NO_OPINION),
};
