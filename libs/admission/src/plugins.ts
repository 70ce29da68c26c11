import type { ReleaseGates } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { ObjectReader, LoopbackClient, PreconditionReader, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { AdmissionPlugin } from './admission-plugin.js';
import { certificateApproval } from './certificate-approval.js';
import { certificateSigning } from './certificate-signing.js';
import { certificateSubjectRestriction } from './certificate-subject-restriction.js';
import { clusterTrustBundleAttest } from './cluster-trust-bundle-attest.js';
import { defaultIngressClass } from './default-ingress-class.js';
import { defaultStorageClass } from './default-storage-class.js';
import { defaultTolerationSeconds, type DefaultTolerationOptions } from './default-toleration-seconds.js';
import { limitRanger } from './limit-ranger/limit-ranger.js';
import { namespaceLifecycle } from './namespace-lifecycle.js';
import { nodeRestriction } from './node-restriction/node-restriction.js';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.js';
import type { PluginFlags } from './plugin-flags.js';
import { podSecurity } from './pod-security/pod-security.js';
import { priority } from './priority.js';
import { resourceQuota } from './resource-quota/resource-quota.js';
import { runtimeClass } from './runtime-class/runtime-class.js';
import { serviceAccount } from './service-account/service-account.js';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.js';
import type { AdmissionWebhooks } from './webhook/admission-webhooks.js';
import { taintNodesByCondition } from './taint-nodes-by-condition.js';

export interface PluginDependencies {
  readonly vocabulary: Vocabulary;
  readonly reader: ObjectReader & PreconditionReader & SteppedReader;
  /** Writes other objects than the one under admission. */
  readonly own: Pick<LoopbackClient, 'change' | 'upsertsOf'>;
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly features: ReleaseGates;
  readonly tolerations: DefaultTolerationOptions;
  readonly webhooks: AdmissionWebhooks;
  readonly policies: AdmissionPlugin;
}

/** A plugin, and whether it is enabled by default. */
interface PluginEntry {
  readonly byDefault: boolean;
  readonly make: (d: PluginDependencies) => AdmissionPlugin;
}

/** Every plugin, in call order, which is that of kube-apiserver. A new plugin is one line here. */
const PLUGINS: Readonly<Record<string, PluginEntry>> = {
  NamespaceLifecycle: { byDefault: true, make: (d) => namespaceLifecycle(d.reader, d.vocabulary) }, // first: other checks do not matter in a missing namespace
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
  PodSecurity: { byDefault: true, make: (d) => podSecurity(d.reader, d.vocabulary, d.features.minor) },
  Priority: { byDefault: true, make: (d) => priority(d.reader, d.vocabulary) },
  DefaultTolerationSeconds: { byDefault: true, make: (d) => defaultTolerationSeconds(d.tolerations, d.vocabulary) },
  DefaultStorageClass: { byDefault: true, make: (d) => defaultStorageClass(d.reader, d.vocabulary) },
  StorageObjectInUseProtection: { byDefault: true, make: (d) => storageObjectInUseProtection(d.vocabulary) },
  PersistentVolumeClaimResize: { byDefault: true, make: (d) => persistentVolumeClaimResize(d.reader, d.vocabulary) },
  RuntimeClass: { byDefault: true, make: (d) => runtimeClass(d.reader, d.vocabulary) },
  CertificateApproval: { byDefault: true, make: (d) => certificateApproval(d.authorizer, d.vocabulary) },
  CertificateSigning: { byDefault: true, make: (d) => certificateSigning(d.authorizer, d.vocabulary) },
  ClusterTrustBundleAttest: { byDefault: true, make: (d) => clusterTrustBundleAttest(d.authorizer, d.vocabulary) },
  CertificateSubjectRestriction: { byDefault: true, make: (d) => certificateSubjectRestriction(d.vocabulary) },
  DefaultIngressClass: { byDefault: true, make: (d) => defaultIngressClass(d.reader, d.vocabulary) },
  MutatingAdmissionWebhook: { byDefault: true, make: ({ webhooks }) => webhooks.mutating },
  ValidatingAdmissionPolicy: { byDefault: true, make: ({ policies }) => policies },
  ValidatingAdmissionWebhook: { byDefault: true, make: ({ webhooks }) => webhooks.validating }, // sees what all others did
  ResourceQuota: { byDefault: true, make: (d) => resourceQuota(d) }, // last: a write refused by another plugin is not charged (D-168)
};

/** Names of the plugins. */
export const ADMISSION_PLUGIN_NAMES: readonly string[] = Object.keys(PLUGINS);

/** Plugins of older releases that the flags accept without effect, by the release 1.x that removed them (B-441). */
const REMOVED_PLUGINS: Readonly<Record<string, number>> = { PodSecurityPolicy: 25 };

/** Names without effect that the flags accept in release 1.`minor`. */
export const pluginsWithoutEffect = (minor: number): readonly string[] =>
  Object.keys(REMOVED_PLUGINS).filter((name) => minor < REMOVED_PLUGINS[name]!);

/** An unknown plugin was named. */
export class UnknownAdmissionPlugin extends Error {
  override readonly name = 'UnknownAdmissionPlugin';
  constructor(readonly plugin: string) {
    super(`unknown admission plugin ${JSON.stringify(plugin)}: use one of ${ADMISSION_PLUGIN_NAMES.join(', ')}`);
  }
}

/**
 * The plugins that run: the default and the enabled ones, without the disabled ones.
 * @throws UnknownAdmissionPlugin.
 */
export function admissionPlugins(flags: PluginFlags, dependencies: PluginDependencies): AdmissionPlugin[] {
  for (const name of [...flags.enabled, ...flags.disabled]) {
    if (!Object.hasOwn(PLUGINS, name)) throw new UnknownAdmissionPlugin(name);
  }
  return Object.entries(PLUGINS)
    .filter(([name, { byDefault }]) => (byDefault || flags.enabled.includes(name)) && !flags.disabled.includes(name))
    .map(([, { make }]) => make(dependencies));
}
