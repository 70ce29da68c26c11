import type { Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import type { Registry, ResourceStore } from '@orch/registry';
import type { Authenticator, ServiceAccountTokens } from '@orch/authentication';
import type { Authorizer, RequestContext } from '@orch/http';
import type { LargeObjects } from '../../large-objects/large-objects.js';
import type { HealthCheck } from '../../health/health-checks.js';

/** What the answers are made from. */
export interface VirtualParts {
  readonly registry: Registry;
  readonly authorizer: Authorizer;
  readonly authenticators: readonly Authenticator[];
  /** Whom tokens have to be for that are brought to this server. */
  readonly apiAudiences: readonly string[];
  /** What tokens of service accounts are made with. */
  readonly tokens: ServiceAccountTokens;
  /** Nodes get tokens of, and evict, only pods bound to them. Default: every authorized request is answered. */
  readonly restrictsNodes?: boolean;
  readonly clock: Clock;
  /** What the server depends on, told as components (C-307). */
  readonly components: readonly HealthCheck[];
  readonly log: Logger;
  /** Where large answers are encoded. Default: on the event loop. */
  readonly largeObjects?: LargeObjects | undefined;
}

/** Answers one verb. `store` is that of the resource: for an action, of the resource it hangs on. */
export type VirtualAnswer = (store: ResourceStore, context: RequestContext) => void | Promise<void>;

/** A kind that is never stored, or an action sub-resource: what it answers, by verb. An action only ever gets `create`. */
export type VirtualResource = Readonly<Partial<Record<'get' | 'list' | 'create', VirtualAnswer>>>;
