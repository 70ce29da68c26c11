import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { configuredAbacAuthorizer } from './abac/configured-abac.js';
import { administratorsAuthorizer } from './administrators.js';
import { alwaysAllowAuthorizer, alwaysDenyAuthorizer } from './always.js';
import { authorizeUnion } from './authorize-union.js';
import type { AuthorizationMode, AuthorizationOptions } from './authorization-options.js';
import type { Authorizer } from './authorizer.js';
import { nodeAuthorizer } from './node/node-authorizer.js';
import type { NodeObjects } from './node/node-objects.js';
import { rbacAuthorizer } from './rbac/rbac-authorizer.js';
import type { Rights } from './rbac/rights.js';
import type { RuleTeller } from './user-rules.js';

/** What authorizers are made of. */
export interface AuthorizationSources {
  readonly options: AuthorizationOptions;
  readonly vocabulary: Vocabulary;
  /** Who has which roles, as it stands. */
  readonly rights: Rights;
  /** What is the business of which node, as it stands. */
  readonly nodeObjects: NodeObjects;
  readonly clock: Clock;
  readonly log: Logger;
  /** Fires when the server has answered its last request: what an authorizer keeps open is closed then. */
  readonly ended: AbortSignal;
}

type Told = Authorizer & RuleTeller;
type Maker = (sources: AuthorizationSources) => Told | Promise<Told>;

/** Who decides in each mode. A new mode is one line here. */
const MAKERS: Readonly<Record<AuthorizationMode, Maker>> = {
  Node: ({ nodeObjects, vocabulary }) => nodeAuthorizer(nodeObjects, vocabulary),
  RBAC: ({ rights }) => rbacAuthorizer(rights),
  // The flags see to it that these modes have their files.
  ABAC: ({ options, vocabulary }) => configuredAbacAuthorizer(options.policyFile!, vocabulary),
  Webhook: async (sources) => {
    // Loaded here: a server that asks nobody does not pay for what asks.
    const { configuredWebhookAuthorizer } = await import('./webhook/configured-webhook.js');
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
export async function configuredAuthorizer(sources: AuthorizationSources): Promise<Authorizer> {
  const made = await Promise.all(sources.options.modes.map(async (mode) => MAKERS[mode](sources)));
  return authorizeUnion([administratorsAuthorizer, ...made]);
}
