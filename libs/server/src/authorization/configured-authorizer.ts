import type { Vocabulary } from '@orch/vocabulary';
import { administratorsAuthorizer } from './administrators.js';
import { alwaysAllowAuthorizer, alwaysDenyAuthorizer } from './always.js';
import { authorizeUnion } from './authorize-union.js';
import type { AuthorizationMode, AuthorizationOptions } from './authorization-options.js';
import { type Authorizer, NO_OPINION } from './authorizer.js';
import { rbacAuthorizer } from './rbac/rbac-authorizer.js';
import type { Rights } from './rbac/rights.js';
import type { RuleTeller } from './user-rules.js';

/** What authorizers are made of. */
export interface AuthorizationSources {
  readonly options: AuthorizationOptions;
  readonly vocabulary: Vocabulary;
  /** Who has which roles, as it stands. */
  readonly rights: Rights;
}

type Maker = (sources: AuthorizationSources) => Authorizer & RuleTeller;

const nobody = () => ({
  decide: () => NO_OPINION,
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
});

/** Who decides in each mode. A new mode is one line here. */
const MAKERS: Readonly<Record<AuthorizationMode, Maker>> = {
  Node: nobody,
  RBAC: ({ rights }) => rbacAuthorizer(rights),
  ABAC: nobody,
  Webhook: nobody,
  AlwaysAllow: () => alwaysAllowAuthorizer,
  AlwaysDeny: () => alwaysDenyAuthorizer,
};

/**
 * Everything that can allow a request, in the order in which it is asked (D-069). Administrators stand first in every mode (D-071):
 * they are who mends the others.
 */
export const configuredAuthorizer = (sources: AuthorizationSources): Authorizer =>
  authorizeUnion([administratorsAuthorizer, ...sources.options.modes.map((mode) => MAKERS[mode](sources))]);
