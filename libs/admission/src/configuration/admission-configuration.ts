import type { HookCredentialsOf, loadWebhookConfiguration } from '@orch/webhook';
import type { EventLimit } from '../event-rate-limit/event-rate-limit.js';
import type { ImagePolicyConfiguration } from '../images/image-policy-configuration.js';
import type { ClusterTolerations } from '../pod-placement/pod-toleration-restriction.js';
import type { NodeSelectors } from '../pod-placement/pod-node-selector.js';
import type { PodSecurityConfiguration } from '../pod-security/pod-security-settings.js';
import type { LimitedResource } from '../resource-quota/limited-resources.js';

/** The flag that names the file. */
export const CONFIGURATION_FLAG = 'admission-control-config-file';

/** Configurations of plugins that the file of `--admission-control-config-file` has; undefined: their defaults. */
export interface AdmissionConfiguration {
  /** Credentials for webhooks. */
  readonly mutatingWebhooks?: HookCredentialsOf | undefined;
  readonly validatingWebhooks?: HookCredentialsOf | undefined;
  readonly podSecurity?: PodSecurityConfiguration | undefined;
  readonly eventLimits?: readonly EventLimit[] | undefined;
  readonly nodeSelectors?: NodeSelectors | undefined;
  readonly tolerations?: ClusterTolerations | undefined;
  readonly imagePolicy?: ImageService | undefined;
  readonly limitedResources?: readonly LimitedResource[] | undefined;
}

/** An image policy service. */
export interface ImageService extends ImagePolicyConfiguration {
  /** Its address and credentials. */
  readonly service: ReturnType<typeof loadWebhookConfiguration>;
}
