import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';
import { ObjectFieldSelector, ResourceFieldSelector } from '../field-selectors.js';
import { LocalObjectReference } from '../references.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('core.v1.KeyToPath', { description: 'A file with the value of a key.' })
export class KeyToPath {
  @Field(1, 'string', { required: true, description: 'Key of the value.' }) key: string;
  @Field(2, 'string', { required: true, description: 'Path of the file, relative and without `..`.' }) path: string;
  @Field(3, 'int32', {
    pointer: true,
    description: 'Permissions of the file, 0 to 0777 in octal or 511 in decimal. Default: those of the volume.',
  })
  mode?: number;
}

@Struct('core.v1.ConfigMapVolumeSource', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  description: 'The keys of a ConfigMap as files.',
})
export class ConfigMapVolumeSource extends LocalObjectReference {
  @Field(2, listOf(() => KeyToPath), {
    listType: 'atomic',
    description: 'Keys to show, and their paths. Default: all keys, each in a file of its name.',
  })
  items?: KeyToPath[];
  @Field(3, 'int32', {
    pointer: true,
    default: 0o644,
    description: 'Permissions of the files, 0 to 0777 in octal or 511 in decimal. Default: 0644.',
  })
  defaultMode?: number;
  @Field(4, 'bool', { pointer: true, description: 'Whether the ConfigMap or its keys may be absent.' })
  optional?: boolean;
}

@Struct('core.v1.SecretVolumeSource', { description: 'The keys of a Secret as files.' })
export class SecretVolumeSource {
  @Field(1, 'string', { description: 'Name of the Secret in the namespace of the pod.' }) secretName?: string;
  @Field(2, listOf(() => KeyToPath), {
    listType: 'atomic',
    description: 'Keys to show, and their paths. Default: all keys, each in a file of its name.',
  })
  items?: KeyToPath[];
  @Field(3, 'int32', {
    pointer: true,
    default: 0o644,
    description: 'Permissions of the files, 0 to 0777 in octal or 511 in decimal. Default: 0644.',
  })
  defaultMode?: number;
  @Field(4, 'bool', { pointer: true, description: 'Whether the Secret or its keys may be absent.' }) optional?: boolean;
}

@Struct('core.v1.DownwardAPIVolumeFile', { description: 'A file with facts about the pod.' })
export class DownwardAPIVolumeFile {
  @Field(1, 'string', { required: true, description: 'Path of the file, relative and without `..`.' }) path: string;
  @Field(2, () => ObjectFieldSelector, {
    pointer: true,
    description: 'A field of the pod: its name, namespace, uid, labels or annotations.',
  })
  fieldRef?: ObjectFieldSelector;
  @Field(3, () => ResourceFieldSelector, { pointer: true, description: 'A resource limit or request of a container.' })
  resourceFieldRef?: ResourceFieldSelector;
  @Field(4, 'int32', {
    pointer: true,
    description: 'Permissions of the file, 0 to 0777 in octal or 511 in decimal. Default: those of the volume.',
  })
  mode?: number;
}

@Struct('core.v1.DownwardAPIVolumeSource', { description: 'Files with facts about the pod.' })
export class DownwardAPIVolumeSource {
  @Field(1, listOf(() => DownwardAPIVolumeFile), { listType: 'atomic', description: 'The files.' })
  items?: DownwardAPIVolumeFile[];
  @Field(2, 'int32', {
    pointer: true,
    default: 0o644,
    description: 'Permissions of the files, 0 to 0777 in octal or 511 in decimal. Default: 0644.',
  })
  defaultMode?: number;
}

@Struct('core.v1.ConfigMapProjection', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  description: 'The keys of a ConfigMap in a projected volume.',
})
export class ConfigMapProjection extends LocalObjectReference {
  @Field(2, listOf(() => KeyToPath), {
    listType: 'atomic',
    description: 'Keys to show, and their paths. Default: all keys, each in a file of its name.',
  })
  items?: KeyToPath[];
  @Field(4, 'bool', { pointer: true, description: 'Whether the ConfigMap or its keys may be absent.' })
  optional?: boolean;
}

@Struct('core.v1.SecretProjection', {
  inline: [{ number: 1, type: () => LocalObjectReference }],
  description: 'The keys of a Secret in a projected volume.',
})
export class SecretProjection extends LocalObjectReference {
  @Field(2, listOf(() => KeyToPath), {
    listType: 'atomic',
    description: 'Keys to show, and their paths. Default: all keys, each in a file of its name.',
  })
  items?: KeyToPath[];
  @Field(4, 'bool', { pointer: true, description: 'Whether the Secret or its keys may be absent.' }) optional?: boolean;
}

@Struct('core.v1.DownwardAPIProjection', { description: 'Files with facts about the pod in a projected volume.' })
export class DownwardAPIProjection {
  @Field(1, listOf(() => DownwardAPIVolumeFile), { listType: 'atomic', description: 'The files.' })
  items?: DownwardAPIVolumeFile[];
}

@Struct('core.v1.ServiceAccountTokenProjection', {
  description: "A token of the pod's service account in a projected volume.",
})
export class ServiceAccountTokenProjection {
  @Field(1, 'string', { description: 'Audience of the token. Default: the API server.' }) audience?: string;
  @Field(2, 'int64', {
    pointer: true,
    default: 3600,
    description: 'Lifetime of the token in seconds, at least 600. The node renews it before. Default: 3600.',
  })
  expirationSeconds?: number;
  @Field(3, 'string', { required: true, description: 'Path of the file, relative to the volume.' }) path: string;
}

@Struct('core.v1.ClusterTrustBundleProjection', {
  since: 29,
  description: 'Trust anchors of ClusterTrustBundles in a projected volume.',
})
export class ClusterTrustBundleProjection {
  @Field(1, 'string', {
    pointer: true,
    since: 29,
    description: 'Name of the ClusterTrustBundle. Either this or `signerName`.',
  })
  name?: string;
  @Field(2, 'string', {
    pointer: true,
    since: 29,
    description: 'Signer of the ClusterTrustBundles, whose anchors are joined.',
  })
  signerName?: string;
  @Field(3, () => LabelSelector, {
    pointer: true,
    since: 29,
    description: 'Labels of the ClusterTrustBundles of the signer. Absent: none; empty: all.',
  })
  labelSelector?: LabelSelector;
  @Field(5, 'bool', { pointer: true, since: 29, description: 'Whether the ClusterTrustBundles may be absent.' })
  optional?: boolean;
  @Field(4, 'string', { required: true, since: 29, description: 'Path of the file, relative to the volume.' })
  path: string;
}

@Struct('core.v1.PodCertificateProjection', {
  since: 34,
  description: 'A private key and a certificate of the pod in a projected volume.',
})
export class PodCertificateProjection {
  @Field(1, 'string', { since: 34, description: 'Signer of the certificate.' }) signerName?: string;
  @Field(2, 'string', {
    since: 34,
    description: 'Type of the key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519.',
  })
  keyType?: string;
  @Field(3, 'int32', {
    pointer: true,
    since: 34,
    description: 'Longest lifetime of the certificate in seconds, 3600 to 7862400. Default: 86400.',
  })
  maxExpirationSeconds?: number;
  @Field(4, 'string', { since: 34, description: 'Path of a file with key and certificates in PEM format.' })
  credentialBundlePath?: string;
  @Field(5, 'string', {
    since: 34,
    description: 'Path of a file with the key. Prefer `credentialBundlePath`, which changes atomically.',
  })
  keyPath?: string;
  @Field(6, 'string', {
    since: 34,
    description: 'Path of a file with the certificates. Prefer `credentialBundlePath`, which changes atomically.',
  })
  certificateChainPath?: string;
  @Field(7, mapOf('string'), { since: 35, description: 'Further data for the signer.' }) userAnnotations?: Record<
    string,
    string
  >;
}

@Struct('core.v1.VolumeProjection', { description: 'One source of a projected volume. Exactly one is set.' })
export class VolumeProjection {
  @Field(1, () => SecretProjection, { pointer: true, description: 'Keys of a Secret.' }) secret?: SecretProjection;
  @Field(2, () => DownwardAPIProjection, { pointer: true, description: 'Facts about the pod.' })
  downwardAPI?: DownwardAPIProjection;
  @Field(3, () => ConfigMapProjection, { pointer: true, description: 'Keys of a ConfigMap.' })
  configMap?: ConfigMapProjection;
  @Field(4, () => ServiceAccountTokenProjection, { pointer: true, description: 'A token of the service account.' })
  serviceAccountToken?: ServiceAccountTokenProjection;
  @Field(5, () => ClusterTrustBundleProjection, {
    pointer: true,
    featureGate: 'ClusterTrustBundleProjection',
    since: 29,
    description: 'Trust anchors of ClusterTrustBundles.',
  })
  clusterTrustBundle?: ClusterTrustBundleProjection;
  @Field(6, () => PodCertificateProjection, {
    pointer: true,
    featureGate: 'PodCertificateProjection',
    since: 34,
    description: 'A private key and a certificate.',
  })
  podCertificate?: PodCertificateProjection;
}

@Struct('core.v1.ProjectedVolumeSource', { description: 'Several sources in one directory.' })
export class ProjectedVolumeSource {
  @Field(1, listOf(() => VolumeProjection), { zeroIsShown: true, listType: 'atomic', description: 'The sources.' })
  sources?: VolumeProjection[] | null;
  @Field(2, 'int32', {
    pointer: true,
    default: 0o644,
    description: 'Permissions of the files, 0 to 0777 in octal or 511 in decimal. Default: 0644.',
  })
  defaultMode?: number;
}
