import type { Program } from '@orch/expressions';
import type { FailurePolicy } from './failure-policy.js';

/** Authorization modes, by their names in `--authorization-mode` (D-068). */
export const AUTHORIZATION_MODES = ['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny'] as const;

export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];

/** Default cache TTL of allowed requests. Unit: milliseconds. */
export const AUTHORIZED_TTL_MS = 300_000;
/** Default cache TTL of requests that are not allowed. Unit: milliseconds. */
export const UNAUTHORIZED_TTL_MS = 30_000;

/** Options of authorization. */
export interface AuthorizationOptions {
  /**
   * In the order in which they are consulted; at least one, without duplicates. Default: RBAC only. With `configFile`: those that may become
   * active, in no order.
   */
  readonly modes: readonly AuthorizationMode[];
  /** Policies of mode ABAC, one a line. Undefined without that mode. */
  readonly policyFile: string | undefined;
  /** The service of mode Webhook. Undefined without that mode. */
  readonly webhook: AuthorizationWebhookOptions | undefined;
  /** A file that configures authorizers and their order, in place of modes (D-077). Watched while the server runs. */
  readonly configFile?: string | undefined;
}

/** An authorization webhook (D-075, D-076). */
export interface AuthorizationWebhookOptions {
  /** A client configuration file: address of the service and credentials. */
  readonly configFile: string;
  /** Version of the SubjectAccessReview that is sent. Default `v1beta1`. */
  readonly version: 'v1beta1' | 'v1';
  /** Cache TTL of allowed requests. Zero: not cached. Unit: milliseconds. Default five minutes. */
  readonly authorizedTtlMs: number;
  /** Cache TTL of requests that are not allowed. Unit: milliseconds. Default 30 seconds. */
  readonly unauthorizedTtlMs: number;
  /** Timeout of a call, retries included. Unit: milliseconds. Default 30 seconds. */
  readonly timeoutMs?: number;
  /** Decision when the call fails. Default `NoOpinion`. */
  readonly failurePolicy?: FailurePolicy;
  /** The service is called only when all of these are true. Default: always. */
  readonly matchConditions?: readonly Program[];
}

/** Default options. */
export const DEFAULT_AUTHORIZATION: AuthorizationOptions = Object.freeze<AuthorizationOptions>({
  modes: ['RBAC'],
  policyFile: undefined,
  webhook: undefined,
  configFile: undefined,
});
