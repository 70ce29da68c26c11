import type { ReleaseGates } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { RbacIndex } from '@orch/authorization';
import type { Authorizer } from '@orch/http';
import { LoopbackClient, type Admission, type Registry } from '@orch/registry';
import type { Storage } from '@orch/storage';
import type { Vocabulary } from '@orch/vocabulary';
import { admissionChain } from './admission-chain.js';
import type { AdmissionMetrics } from './admission-metrics.js';
import { wantsReader, type AdmissionPlugin } from './admission-plugin.js';
import type { DefaultTolerationOptions } from './default-toleration-seconds.js';
import { deviceAdminAccess } from './device-admin-access.js';
import { EquivalentVersions } from './matching/equivalent-versions.js';
import { RegisteredPolicies } from './policy/registered-policies.js';
import { validatingPolicies } from './policy/validating-policies.js';
import { measuredAdmission, measuredPlugin } from './measured-admission.js';
import type { PluginFlags } from './plugin-flags.js';
import { admissionPlugins } from './plugins.js';
import { noEscalation } from './rbac-escalation.js';
import { AdmissionWebhooks } from './webhook/admission-webhooks.js';
import type { HookClient } from '@orch/webhook';
import { serviceAllocation } from './service-allocation/allocate-service.js';
import { serviceAllocator, type AllocatorOptions } from './service-allocation/allocator-of-store.js';
import { followAddresses, followServices } from './service-allocation/follow-services.js';
import type { ServiceAllocator } from './service-allocation/service-allocator.js';

export interface AdmissionSources {
  readonly flags: PluginFlags;
  /** Options of service address and node port allocation. */
  readonly allocation: AllocatorOptions;
  readonly tolerations: DefaultTolerationOptions;
  /** Holds the address claims of all servers. */
  readonly storage: Storage;
  readonly vocabulary: Vocabulary;
  readonly features: ReleaseGates;
  readonly clock: Clock;
  readonly authorizer: Authorizer;
  readonly rbacIndex: RbacIndex;
  readonly metrics: AdmissionMetrics;
  /** Calls the webhooks of stored configurations, at addresses of services of that registry. */
  readonly hookClient: (registry: Registry) => Pick<HookClient, 'post'>;
  /** Logs a failed call of a webhook that its failure policy ignores. */
  readonly ignoredWebhookFailure: (webhook: string, error: Error) => void;
  /** Called after the built-in plugins, before the checks that cannot be disabled. Default: none. */
  readonly additional?: readonly AdmissionPlugin[];
}

/** Creates the admission chain of a registry, and connects the service allocator to it. */
export class ConfiguredAdmission {
  private readonly services: ServiceAllocator;
  private webhooks: AdmissionWebhooks | undefined;
  private readonly policies: RegisteredPolicies;

  constructor(private readonly sources: AdmissionSources) {
    this.policies = new RegisteredPolicies(sources.features.minor);
    this.services = serviceAllocator(sources.allocation, sources.storage, sources.clock);
  }

  /** @throws UnknownAdmissionPlugin. */
  admissionOf(registry: Registry): Admission {
    const { flags, vocabulary, features, authorizer, rbacIndex, metrics, additional = [] } = this.sources;
    for (const plugin of additional) if (wantsReader(plugin)) plugin.setReader(registry);
    const own = new LoopbackClient(registry);
    const webhooks = new AdmissionWebhooks({
      registry,
      client: this.sources.hookClient(registry),
      metrics: metrics.webhooks,
      vocabulary,
      authorizer,
      minor: features.minor,
      ignored: this.sources.ignoredWebhookFailure,
    });
    this.webhooks = webhooks;
    const policies = validatingPolicies({
      registered: this.policies,
      registry,
      versions: new EquivalentVersions(registry),
      vocabulary,
      authorizer,
      minor: features.minor,
    });
    const builtin = admissionPlugins(flags, { ...this.sources, reader: registry, own, webhooks, policies });
    const plugins = [...builtin, ...additional];
    const chain = admissionChain([
      ...plugins.map((plugin) => measuredPlugin(plugin, metrics)),
      noEscalation(authorizer, rbacIndex, vocabulary),
      ...(features.enabled('DRAAdminAccess') ? [deviceAdminAccess(registry, vocabulary)] : []),
      serviceAllocation(this.services),
    ]);
    return measuredAdmission(chain, metrics);
  }

  /** Marks the addresses and ports of stored services as allocated, and registers stored webhooks and policies. Called once the state is loaded. */
  follow(registry: Registry): void {
    const { features, vocabulary } = this.sources;
    this.webhooks?.follow();
    this.policies.follow(registry, this.sources.vocabulary);
    followServices(registry, this.services);
    if (features.enabled('MultiCIDRServiceAllocator')) {
      followAddresses(registry, this.services, vocabulary.groups.networking);
    }
  }
}
