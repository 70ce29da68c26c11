/** Ways to decide, each by the name it has in `--authorization-mode` (D-068). */
export const AUTHORIZATION_MODES = ['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny'] as const;

export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];

/** How requests are authorized. */
export interface AuthorizationOptions {
  /** In the order in which they are asked; at least one, none twice. Default: RBAC alone. */
  readonly modes: readonly AuthorizationMode[];
  /** Policies of mode ABAC, one a line. Undefined without that mode. */
  readonly policyFile: string | undefined;
  /** Who is asked in mode Webhook. Undefined without that mode. */
  readonly webhook: AuthorizationWebhookOptions | undefined;
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
}

/** What stands when nobody says otherwise. */
export const DEFAULT_AUTHORIZATION: AuthorizationOptions = Object.freeze<AuthorizationOptions>({
  modes: ['RBAC'],
  policyFile: undefined,
  webhook: undefined,
});
