import type { Program } from '@orch/expressions';
import type { FailurePolicy } from './failure-policy.js';

/** Ways to decide, each by the name it has in `--authorization-mode` (D-068). */
export const AUTHORIZATION_MODES = ['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny'] as const;

export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];

/** How long an allowed request stays allowed unless another time is told. Unit: milliseconds. */
export const AUTHORIZED_TTL_MS = 300_000;
/** The same of one that is not allowed. */
export const UNAUTHORIZED_TTL_MS = 30_000;

/** How requests are authorized. */
export interface AuthorizationOptions {
  /**
   * In the order in which they are asked; at least one, none twice. Default: RBAC alone. With `configFile`: those that may decide at some
   * time, in no order.
   */
  readonly modes: readonly AuthorizationMode[];
  /** Policies of mode ABAC, one a line. Undefined without that mode. */
  readonly policyFile: string | undefined;
  /** Who is asked in mode Webhook. Undefined without that mode. */
  readonly webhook: AuthorizationWebhookOptions | undefined;
  /** A file that names authorizers and their order, in place of modes (D-077). Followed while the server runs. */
  readonly configFile?: string | undefined;
}

/** A service that decides (D-075, D-076). */
export interface AuthorizationWebhookOptions {
  /** A client configuration file: where the service is, and as whom it is asked. */
  readonly configFile: string;
  /** Version of the SubjectAccessReview that is sent. Default `v1beta1`. */
  readonly version: 'v1beta1' | 'v1';
  /** How long an allowed request stays allowed. Zero: asked each time. Unit: milliseconds. Default five minutes. */
  readonly authorizedTtlMs: number;
  /** The same of one that is not allowed. Unit: milliseconds. Default 30 seconds. */
  readonly unauthorizedTtlMs: number;
  /** How long an answer is waited for, all tries counted. Unit: milliseconds. Default 30 seconds. */
  readonly timeoutMs?: number;
  /** What it means that there is no answer. Default `NoOpinion`. */
  readonly failurePolicy?: FailurePolicy;
  /** It is asked only where all of these are true. Default: always. */
  readonly matchConditions?: readonly Program[];
}

/** What stands when nobody says otherwise. */
export const DEFAULT_AUTHORIZATION: AuthorizationOptions = Object.freeze<AuthorizationOptions>({
  modes: ['RBAC'],
  policyFile: undefined,
  webhook: undefined,
  configFile: undefined,
});
