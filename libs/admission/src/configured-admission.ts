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
import type { AdmissionConfiguration } from './configuration/admission-configuration.js';
import type { DefaultTolerationOptions } from './default-toleration-seconds.js';
import { deviceAdminAccess } from './device-admin-access.js';
import { AdmissionPolicies } from './policy/admission-policies.js';
import { measuredAdmission, measuredPlugin } from './measured-admission.js';
import type { PluginFlags } from './plugin-flags.js';
import { admissionPlugins, type PluginDependencies } from './plugins.js';
import { paramRights } from './policy/param-rights.js';
import { noEscalation } from './rbac-escalation.js';
import { roleSize } from './role-size.js';
import { AdmissionWebhooks, type AdmissionWebhookParts } from './webhook/admission-webhooks.js';
import type { LogIgnoredFailure } from './webhook/ignored-failures.js';
import type { HookClient, HookCredentialsOf } from '@orch/webhook';
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
  readonly hookClient: (registry: Registry, credentials: HookCredentialsOf | undefined) => Pick<HookClient, 'post'>;
  readonly configuration: AdmissionConfiguration;
  /** Calls the image policy service. */
  readonly imageService: PluginDependencies['imageService'];
  readonly ignoredWebhookFailure: LogIgnoredFailure;
  /** Called after the built-in plugins, before the checks that cannot be disabled. Default: none. */
  readonly additional?: readonly AdmissionPlugin[];
}

/** Creates the admission chain of a registry, and connects the service allocator to it. */
export class ConfiguredAdmission {
  private readonly services: ServiceAllocator;
  private webhooks: AdmissionWebhooks | undefined;
  private policies: AdmissionPolicies | undefined;

  constructor(private readonly sources: AdmissionSources) {
    this.services = serviceAllocator(sources.allocation, sources.storage, sources.clock, sources.metrics.services);
  }

  /** @throws UnknownAdmissionPlugin. */
  admissionOf(registry: Registry): Admission {
    const { flags, vocabulary, features, authorizer, rbacIndex, metrics, additional = [] } = this.sources;
    for (const plugin of additional) if (wantsReader(plugin)) plugin.setReader(registry);
    const own = new LoopbackClient(registry);
    const webhooks = new AdmissionWebhooks({
      registry,
      clients: this.hookClients(registry),
      metrics: metrics.webhooks,
      conditionMetrics: metrics.conditions,
      vocabulary,
      authorizer,
      ignored: this.sources.ignoredWebhookFailure,
    });
    this.webhooks = webhooks;
    const policies = new AdmissionPolicies({
      registry,
      vocabulary,
      authorizer,
      metrics: metrics.policies,
      conditionMetrics: metrics.conditions,
    });
    this.policies = policies;
    const builtin = admissionPlugins(flags, {
      ...this.sources,
      reader: registry,
      kinds: registry,
      own,
      webhooks,
      policies,
    });
    const plugins = [...builtin, ...additional];
    const chain = admissionChain([
      ...plugins.map((plugin) => measuredPlugin(plugin, metrics)),
      noEscalation(authorizer, rbacIndex, vocabulary),
      roleSize(registry, vocabulary),
      paramRights({ authorizer, kinds: registry, reader: registry, vocabulary }),
      ...(features.enabled('DRAAdminAccess') ? [deviceAdminAccess(registry, vocabulary, features.minor)] : []),
      serviceAllocation(this.services),
    ]);
    return measuredAdmission(chain, metrics);
  }

  /** One client of both kinds of webhooks, unless they have credentials of their own. */
  private hookClients(registry: Registry): AdmissionWebhookParts['clients'] {
    const { hookClient, configuration } = this.sources;
    const { mutatingWebhooks, validatingWebhooks } = configuration;
    const mutating = hookClient(registry, mutatingWebhooks);
    const isShared = mutatingWebhooks === undefined && validatingWebhooks === undefined;
    return { mutating, validating: isShared ? mutating : hookClient(registry, validatingWebhooks) };
  }

  /** Marks the addresses and ports of stored services as allocated, and registers stored webhooks and policies. Called once the state is loaded. */
  follow(registry: Registry): void {
    const { features, vocabulary } = this.sources;
    this.webhooks?.follow();
    this.policies?.follow();
    followServices(registry, this.services);
    if (features.enabled('MultiCIDRServiceAllocator')) {
      followAddresses(registry, this.services, vocabulary.groups.networking);
    }
  }
}
