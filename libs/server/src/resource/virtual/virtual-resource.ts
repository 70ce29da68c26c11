import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Registry, ResourceStore } from '@orch/registry';
import type { Authenticator, ServiceAccountTokens } from '@orch/authentication';
import type { Authorizer, RequestContext } from '@orch/http';
import type { LargeObjects } from '../../large-objects/large-objects.js';
import type { HealthCheck } from '../../health/health-checks.js';

/** Dependencies of virtual resources. */
export interface VirtualParts {
  readonly registry: Registry;
  readonly authorizer: Authorizer;
  readonly authenticators: readonly Authenticator[];
  /** Audiences accepted by this server. */
  readonly apiAudiences: readonly string[];
  /** Signs tokens of service accounts. */
  readonly tokens: ServiceAccountTokens;
  /**
   * Nodes may request tokens for, and evict, only pods bound to them. Default: every authorized request is answered.
   */
  readonly restrictsNodes?: boolean;
  readonly clock: Clock;
  /** Dependencies of the server, shown as components (C-307). */
  readonly components: readonly HealthCheck[];
  readonly log: Logger;
  /** Encodes large answers. Default: on the event loop. */
  readonly largeObjects?: LargeObjects | undefined;
}

/** Answers one verb. `store` is that of the resource: for an action, of its parent resource. */
export type VirtualAnswer = (store: ResourceStore, context: RequestContext) => void | Promise<void>;

/** A kind that is never stored, or an action sub-resource, with its handlers by verb. An action has `create` only. */
export type VirtualResource = Readonly<Partial<Record<'get' | 'list' | 'create', VirtualAnswer>>>;
