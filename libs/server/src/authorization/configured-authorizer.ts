import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { configuredAbacAuthorizer } from './abac/configured-abac.js';
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
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the server has answered its last request: what an authorizer keeps open is closed then. */
  readonly ended: AbortSignal;
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
  // The flags see to it that these modes have their files.
  ABAC: ({ options, vocabulary }) => configuredAbacAuthorizer(options.policyFile!, vocabulary),
  Webhook: (sources) => {
    // Loaded here: a server that asks nobody does not pay for what asks.
    const { configuredWebhookAuthorizer } =
      require('./webhook/configured-webhook.js') as typeof import('./webhook/configured-webhook.js');
    return configuredWebhookAuthorizer(sources.options.webhook!, sources);
  },
  AlwaysAllow: () => alwaysAllowAuthorizer,
  AlwaysDeny: () => alwaysDenyAuthorizer,
};

/**
 * Everything that can allow a request, in the order in which it is asked (D-069). Administrators stand first in every mode (D-071):
 * they are who mends the others.
 * @throws PolicyFileError; ExplainedError when the file of a webhook cannot be used; what the operating system says about files.
 */
export const configuredAuthorizer = (sources: AuthorizationSources): Authorizer =>
  authorizeUnion([administratorsAuthorizer, ...sources.options.modes.map((mode) => MAKERS[mode](sources))]);
