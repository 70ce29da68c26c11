import type { FeatureGates } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { DecisionMetrics } from './decision-metrics.js';
import { configuredAbacAuthorizer } from './abac/configured-abac.js';
import { alwaysAllowAuthorizer, alwaysDenyAuthorizer } from './always.js';
import type { AuthorizationMode, AuthorizationOptions } from './authorization-options.js';
import type { Authorizer } from '@orch/http';
import { nodeAuthorizer } from './node/node-authorizer.js';
import type { NodeObjects } from './node/node-objects.js';
import { rbacAuthorizer } from './rbac/rbac-authorizer.js';
import type { RbacIndex } from './rbac/rbac-index.js';
import type { RuleResolver } from './user-rules.js';

/** Dependencies of authorizers. */
export interface AuthorizationSources {
  readonly options: AuthorizationOptions;
  readonly vocabulary: Vocabulary;
  readonly features: FeatureGates;
  /** Index of roles and bindings. */
  readonly rbacIndex: RbacIndex;
  /** Index of the objects that nodes may access. */
  readonly nodeObjects: NodeObjects;
  readonly clock: Clock;
  readonly log: Logger;
  readonly decisions: DecisionMetrics;
  /** Fires when the server has answered its last request: authorizers close their connections then. */
  readonly ended: AbortSignal;
}

type ModeAuthorizer = Authorizer & RuleResolver;
/** @param name of the authorizer. */
type Maker = (sources: AuthorizationSources, name: string) => ModeAuthorizer | Promise<ModeAuthorizer>;

/** The authorizer of each mode. */
export const AUTHORIZER_MAKERS: Readonly<Record<AuthorizationMode, Maker>> = {
  Node: ({ nodeObjects, vocabulary, features }) => nodeAuthorizer(nodeObjects, vocabulary, features),
  RBAC: ({ rbacIndex }) => rbacAuthorizer(rbacIndex),
  // The readers of flags and files ensure that the options of these modes are set.
  ABAC: ({ options, vocabulary }) => configuredAbacAuthorizer(options.policyFile!, vocabulary),
  Webhook: async (sources, name) => {
    // Loaded lazily: only needed with a webhook.
    const { configuredWebhookAuthorizer } = await import('./webhook/configured-webhook.js');
    const flag =
      sources.options.configFile === undefined ? 'authorization-webhook-config-file' : 'authorization-config';
    return configuredWebhookAuthorizer(sources.options.webhook!, sources, name, flag);
  },
  AlwaysAllow: () => alwaysAllowAuthorizer,
  AlwaysDeny: () => alwaysDenyAuthorizer,
};
