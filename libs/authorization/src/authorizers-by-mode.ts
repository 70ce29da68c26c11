import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { configuredAbacAuthorizer } from './abac/configured-abac.js';
import { alwaysAllowAuthorizer, alwaysDenyAuthorizer } from './always.js';
import type { AuthorizationMode, AuthorizationOptions } from './authorization-options.js';
import type { Authorizer } from '@orch/http';
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
export const AUTHORIZER_MAKERS: Readonly<Record<AuthorizationMode, Maker>> = {
  Node: ({ nodeObjects, vocabulary }) => nodeAuthorizer(nodeObjects, vocabulary),
  RBAC: ({ rights }) => rbacAuthorizer(rights),
  // Whoever reads flags and files sees to it that these modes have theirs.
  ABAC: ({ options, vocabulary }) => configuredAbacAuthorizer(options.policyFile!, vocabulary),
  Webhook: async (sources) => {
    // Loaded here: a server that asks nobody does not pay for what asks.
    const { configuredWebhookAuthorizer } = await import('./webhook/configured-webhook.js');
    const flag =
      sources.options.configFile === undefined ? 'authorization-webhook-config-file' : 'authorization-config';
    return configuredWebhookAuthorizer(sources.options.webhook!, sources, flag);
  },
  AlwaysAllow: () => alwaysAllowAuthorizer,
  AlwaysDeny: () => alwaysDenyAuthorizer,
};
