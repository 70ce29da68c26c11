import type { ReleaseGates } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type {
  ExtractReader,
  LabelReader,
  LoopbackClient,
  ObjectReader,
  PartReader,
  PreconditionReader,
  SteppedReader,
} from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { WebhookService } from '@orch/webhook';
import type { AdmissionMetrics } from './admission-metrics.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import { certificateApproval } from './certificate-approval.js';
import { certificateSigning } from './certificate-signing.js';
import { certificateSubjectRestriction } from './certificate-subject-restriction.js';
import { clusterTrustBundleAttest } from './cluster-trust-bundle-attest.js';
import type { AdmissionConfiguration, ImageService } from './configuration/admission-configuration.js';
import { defaultIngressClass } from './default-ingress-class.js';
import { defaultStorageClass } from './default-storage-class.js';
import { defaultTolerationSeconds, type DefaultTolerationOptions } from './default-toleration-seconds.js';
import { denyServiceExternalIPs } from './deny-service-external-ips.js';
import { eventRateLimit } from './event-rate-limit/event-rate-limit.js';
import { alwaysPullImages } from './images/always-pull-images.js';
import { imagePolicyWebhook, type ImagePolicyOptions } from './images/image-policy-webhook.js';
import { ImageReviews } from './images/image-review.js';
import { limitRanger } from './limit-ranger/limit-ranger.js';
import { namespaceLifecycle } from './namespace-lifecycle.js';
import { namespaceAutoProvision } from './namespaces/namespace-auto-provision.js';
import { namespaceExists } from './namespaces/namespace-exists.js';
import { nodeRestriction } from './node-restriction/node-restriction.js';
import {
  ownerReferencesPermissionEnforcement,
  type ServedKinds,
} from './owner-references/owner-references-permission-enforcement.js';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.js';
import type { AdmissionPolicies } from './policy/admission-policies.js';
import type { PluginFlags } from './plugin-flags.js';
import { extendedResourceToleration } from './pod-placement/extended-resource-toleration.js';
import { limitPodHardAntiAffinityTopology } from './pod-placement/limit-pod-hard-anti-affinity-topology.js';
import { NO_NODE_SELECTORS, podNodeSelector } from './pod-placement/pod-node-selector.js';
import { NO_CLUSTER_TOLERATIONS, podTolerationRestriction } from './pod-placement/pod-toleration-restriction.js';
import { podTopologyLabels } from './pod-placement/pod-topology-labels.js';
import { podSecurity } from './pod-security/pod-security.js';
import { NO_POD_SECURITY_CONFIGURATION } from './pod-security/pod-security-settings.js';
import { priority } from './priority.js';
import { resourceQuota } from './resource-quota/resource-quota.js';
import { runtimeClass } from './runtime-class/runtime-class.js';
import { securityContextDeny } from './security-context-deny.js';
import { serviceAccount } from './service-account/service-account.js';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.js';
import type { AdmissionWebhooks } from './webhook/admission-webhooks.js';
import { taintNodesByCondition } from './taint-nodes-by-condition.js';

export interface PluginDependencies {
  readonly vocabulary: Vocabulary;
  readonly reader: ExtractReader & LabelReader & ObjectReader & PartReader & PreconditionReader & SteppedReader;
  /** Writes other objects than the one under admission. */
  readonly own: Pick<LoopbackClient, 'change' | 'createIfAbsent' | 'upsertsOf'>;
  readonly kinds: ServedKinds;
  readonly configuration: AdmissionConfiguration;
  /** Calls the image policy service. */
  readonly imageService: (configuration: ImageService) => Pick<WebhookService, 'review'>;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly features: ReleaseGates;
  readonly tolerations: DefaultTolerationOptions;
  readonly webhooks: AdmissionWebhooks;
  readonly policies: Pick<AdmissionPolicies, 'mutating' | 'validating'>;
  readonly metrics: Pick<AdmissionMetrics, 'podSecurity'>;
}

/** A plugin, and the releases that have it. */
interface PluginEntry {
  /** Whether it is enabled by default, or the release 1.x from which on it is. */
  readonly byDefault: boolean | number;
  readonly make: (d: PluginDependencies) => AdmissionPlugin;
  /** Feature gate without which the plugin does nothing. */
  readonly gate?: string;
  /** Releases 1.x that know it, from `since` on and before `removed`. Default: all. */
  readonly since?: number;
  readonly removed?: number;
}

/** Every plugin, in call order, which is that of kube-apiserver. A new plugin is one line here. */
const PLUGINS: Readonly<Record<string, PluginEntry>> = {
  AlwaysAdmit: { byDefault: false, make: () => ({ name: 'AlwaysAdmit', handles: () => false }) }, // of the first releases: has no effect
  NamespaceAutoProvision: { byDefault: false, make: (d) => namespaceAutoProvision(d.reader, d.own) }, // before all that refuse a missing namespace
  NamespaceLifecycle: { byDefault: true, make: (d) => namespaceLifecycle(d.reader, d.vocabulary) }, // early: other checks do not matter in a missing namespace
  NamespaceExists: { byDefault: false, make: (d) => namespaceExists(d.reader) },
  SecurityContextDeny: { byDefault: false, removed: 30, make: () => securityContextDeny() },
  LimitPodHardAntiAffinityTopology: { byDefault: false, make: (d) => limitPodHardAntiAffinityTopology(d.vocabulary) },
  LimitRanger: { byDefault: true, make: (d) => limitRanger(d.reader, d.vocabulary) },
  ServiceAccount: {
    byDefault: true,
    make: ({ reader, own, vocabulary }) =>
      serviceAccount({
        reader,
        upsertsOf: (namespace, account) => own.upsertsOf('serviceaccounts', namespace, account),
        vocabulary,
        random: Math.random,
      }),
  },
  NodeRestriction: { byDefault: false, make: (d) => nodeRestriction(d) }, // with mode Node: see plugin-flags.ts
  TaintNodesByCondition: { byDefault: true, make: (d) => taintNodesByCondition(d.vocabulary) },
  AlwaysPullImages: { byDefault: false, make: () => alwaysPullImages() },
  ImagePolicyWebhook: { byDefault: false, make: (d) => imagePolicyWebhook(imagePolicyOf(d), d.vocabulary) },
  PodSecurity: {
    byDefault: 23,
    make: ({ reader, vocabulary, features, configuration, metrics }) =>
      podSecurity(reader, vocabulary, {
        release: features.minor,
        metrics: metrics.podSecurity,
        ...(configuration.podSecurity ?? NO_POD_SECURITY_CONFIGURATION),
      }),
  },
  PodNodeSelector: {
    byDefault: false,
    make: (d) => podNodeSelector(d.reader, d.vocabulary, d.configuration.nodeSelectors ?? NO_NODE_SELECTORS),
  },
  Priority: { byDefault: true, make: (d) => priority(d.reader, d.vocabulary) },
  DefaultTolerationSeconds: { byDefault: true, make: (d) => defaultTolerationSeconds(d.tolerations, d.vocabulary) },
  PodTolerationRestriction: {
    byDefault: false,
    make: (d) =>
      podTolerationRestriction(d.reader, d.vocabulary, d.configuration.tolerations ?? NO_CLUSTER_TOLERATIONS),
  },
  EventRateLimit: { byDefault: false, make: (d) => eventRateLimit(d.configuration.eventLimits ?? [], d.clock) },
  ExtendedResourceToleration: { byDefault: false, make: (d) => extendedResourceToleration(d.vocabulary) },
  DefaultStorageClass: { byDefault: true, make: (d) => defaultStorageClass(d.reader, d.vocabulary) },
  StorageObjectInUseProtection: { byDefault: true, make: (d) => storageObjectInUseProtection(d.vocabulary) },
  OwnerReferencesPermissionEnforcement: {
    byDefault: false,
    make: (d) => ownerReferencesPermissionEnforcement(d.authorizer, d.kinds),
  },
  PersistentVolumeClaimResize: { byDefault: true, make: (d) => persistentVolumeClaimResize(d.reader, d.vocabulary) },
  RuntimeClass: { byDefault: true, make: (d) => runtimeClass(d.reader, d.vocabulary) },
  CertificateApproval: { byDefault: true, make: (d) => certificateApproval(d.authorizer, d.vocabulary) },
  CertificateSigning: { byDefault: true, make: (d) => certificateSigning(d.authorizer, d.vocabulary) },
  ClusterTrustBundleAttest: {
    byDefault: true,
    since: 27,
    make: (d) => clusterTrustBundleAttest(d.authorizer, d.vocabulary),
  },
  CertificateSubjectRestriction: { byDefault: true, make: (d) => certificateSubjectRestriction(d.vocabulary) },
  DefaultIngressClass: { byDefault: true, make: (d) => defaultIngressClass(d.reader, d.vocabulary) },
  DenyServiceExternalIPs: { byDefault: false, make: () => denyServiceExternalIPs() },
  PodTopologyLabels: {
    byDefault: true,
    since: 33,
    gate: 'PodTopologyLabelsAdmission',
    make: (d) => podTopologyLabels(d.reader, d.vocabulary),
  },
  MutatingAdmissionPolicy: {
    byDefault: true,
    since: 32,
    make: ({ policies }) => policies.mutating,
    gate: 'MutatingAdmissionPolicy',
  },
  MutatingAdmissionWebhook: { byDefault: true, make: ({ webhooks }) => webhooks.mutating },
  ValidatingAdmissionPolicy: {
    byDefault: true,
    since: 26,
    make: ({ policies }) => policies.validating,
    gate: 'ValidatingAdmissionPolicy',
  },
  ValidatingAdmissionWebhook: { byDefault: true, make: ({ webhooks }) => webhooks.validating }, // sees what all others did
  ResourceQuota: { byDefault: true, make: resourceQuotaOf }, // last: a write refused by another plugin is not charged (D-168)
};

/** A gate without which a plugin that the release has cannot be enabled. */
const NEEDED_GATES: Readonly<Record<string, string>> = { SecurityContextDeny: 'SecurityContextDeny' };
/** First release with the gate. */
const GATED_SINCE = 27;

/** Plugins of older releases that the flags accept without effect, by the release 1.x that removed them (B-441). */
const REMOVED_PLUGINS: Readonly<Record<string, number>> = { PodSecurityPolicy: 25, PersistentVolumeLabel: 31 };

const isKnown = ({ since = 0, removed = Infinity }: PluginEntry, minor: number): boolean =>
  since <= minor && minor < removed;

const isDefault = ({ byDefault }: PluginEntry, minor: number): boolean =>
  typeof byDefault === 'number' ? byDefault <= minor : byDefault;

const entriesOf = (minor: number): readonly (readonly [name: string, entry: PluginEntry])[] =>
  Object.entries(PLUGINS).filter(([, entry]) => isKnown(entry, minor));

/** Names of the plugins of release 1.`minor`, in call order. */
export const admissionPluginNames = (minor: number): readonly string[] => entriesOf(minor).map(([name]) => name);

/** Those that run without flags. */
export const defaultPluginNames = (minor: number): readonly string[] =>
  entriesOf(minor).flatMap(([name, entry]) => (isDefault(entry, minor) ? [name] : []));

/** Names without effect that the flags accept in release 1.`minor`. */
export const pluginsWithoutEffect = (minor: number): readonly string[] =>
  Object.keys(REMOVED_PLUGINS).filter((name) => minor < REMOVED_PLUGINS[name]!);

/** A plugin that cannot run was named. */
export class UnknownAdmissionPlugin extends Error {
  override readonly name = 'UnknownAdmissionPlugin';
  /** @param why Default: it is unknown. */
  constructor(
    readonly plugin: string,
    minor: number,
    why = `use one of ${admissionPluginNames(minor).join(', ')}`,
  ) {
    super(`unknown admission plugin ${JSON.stringify(plugin)}: ${why}`);
  }
}

/**
 * Names of the plugins that run, in call order: the default and the enabled ones, without the disabled ones and those whose feature gate is off.
 * @throws UnknownAdmissionPlugin.
 */
export function runningPlugins(flags: PluginFlags, features: ReleaseGates): readonly string[] {
  const { minor } = features;
  const known = admissionPluginNames(minor);
  for (const name of [...flags.enabled, ...flags.disabled])
    if (!known.includes(name)) throw new UnknownAdmissionPlugin(name, minor);
  for (const name of flags.enabled) {
    const gate = minor >= GATED_SINCE ? NEEDED_GATES[name] : undefined;
    if (gate !== undefined && !features.enabled(gate))
      throw new UnknownAdmissionPlugin(name, minor, `release 1.${minor} has it with --feature-gates=${gate}=true only`);
  }
  const enabled = new Set([...defaultPluginNames(minor), ...flags.enabled]);
  return entriesOf(minor)
    .filter(([name]) => enabled.has(name) && !flags.disabled.includes(name))
    .flatMap(([name, { gate }]) => (gate === undefined || features.enabled(gate) ? [name] : []));
}

/** @throws UnknownAdmissionPlugin. */
export const admissionPlugins = (flags: PluginFlags, dependencies: PluginDependencies): AdmissionPlugin[] =>
  runningPlugins(flags, dependencies.features).map((name) => PLUGINS[name]!.make(dependencies));

function resourceQuotaOf(d: PluginDependencies): AdmissionPlugin {
  const { limitedResources = [] } = d.configuration;
  return resourceQuota({ ...d, limitedResources });
}

function imagePolicyOf({ configuration, imageService, vocabulary, clock }: PluginDependencies): ImagePolicyOptions {
  const { imagePolicy } = configuration;
  if (!imagePolicy) throw new TypeError('ImagePolicyWebhook has no configuration');
  const reviews = new ImageReviews(imageService(imagePolicy), imagePolicy, vocabulary, clock);
  return { reviews, defaultAllow: imagePolicy.defaultAllow };
}
