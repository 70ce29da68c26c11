import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';
import { ObjectFieldSelector, ResourceFieldSelector } from '../field-selectors.js';
import { LocalObjectReference } from '../references.js';
import { LabelSelector } from '../../../meta/v1/label-selector.js';

@Struct('core.v1.KeyToPath')
export class KeyToPath {
  @Field(1, 'string', { required: true }) key: string;
  @Field(2, 'string', { required: true }) path: string;
  @Field(3, 'int32', { pointer: true }) mode?: number;
}

@Struct('core.v1.ConfigMapVolumeSource', { inline: [{ number: 1, type: () => LocalObjectReference }] })
export class ConfigMapVolumeSource extends LocalObjectReference {
  @Field(2, listOf(() => KeyToPath), { listType: 'atomic' }) items?: KeyToPath[];
  @Field(3, 'int32', { pointer: true, default: 0o644 }) defaultMode?: number;
  @Field(4, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.SecretVolumeSource')
export class SecretVolumeSource {
  @Field(1, 'string') secretName?: string;
  @Field(2, listOf(() => KeyToPath), { listType: 'atomic' }) items?: KeyToPath[];
  @Field(3, 'int32', { pointer: true, default: 0o644 }) defaultMode?: number;
  @Field(4, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.DownwardAPIVolumeFile')
export class DownwardAPIVolumeFile {
  @Field(1, 'string', { required: true }) path: string;
  @Field(2, () => ObjectFieldSelector, { pointer: true }) fieldRef?: ObjectFieldSelector;
  @Field(3, () => ResourceFieldSelector, { pointer: true }) resourceFieldRef?: ResourceFieldSelector;
  @Field(4, 'int32', { pointer: true }) mode?: number;
}

@Struct('core.v1.DownwardAPIVolumeSource')
export class DownwardAPIVolumeSource {
  @Field(1, listOf(() => DownwardAPIVolumeFile), { listType: 'atomic' }) items?: DownwardAPIVolumeFile[];
  @Field(2, 'int32', { pointer: true, default: 0o644 }) defaultMode?: number;
}

@Struct('core.v1.ConfigMapProjection', { inline: [{ number: 1, type: () => LocalObjectReference }] })
export class ConfigMapProjection extends LocalObjectReference {
  @Field(2, listOf(() => KeyToPath), { listType: 'atomic' }) items?: KeyToPath[];
  @Field(4, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.SecretProjection', { inline: [{ number: 1, type: () => LocalObjectReference }] })
export class SecretProjection extends LocalObjectReference {
  @Field(2, listOf(() => KeyToPath), { listType: 'atomic' }) items?: KeyToPath[];
  @Field(4, 'bool', { pointer: true }) optional?: boolean;
}

@Struct('core.v1.DownwardAPIProjection')
export class DownwardAPIProjection {
  @Field(1, listOf(() => DownwardAPIVolumeFile), { listType: 'atomic' }) items?: DownwardAPIVolumeFile[];
}

@Struct('core.v1.ServiceAccountTokenProjection')
export class ServiceAccountTokenProjection {
  @Field(1, 'string') audience?: string;
  @Field(2, 'int64', { pointer: true, default: 3600 }) expirationSeconds?: number;
  @Field(3, 'string', { required: true }) path: string;
}

@Struct('core.v1.ClusterTrustBundleProjection', { since: 29 })
export class ClusterTrustBundleProjection {
  @Field(1, 'string', { pointer: true, since: 29 }) name?: string;
  @Field(2, 'string', { pointer: true, since: 29 }) signerName?: string;
  @Field(3, () => LabelSelector, { pointer: true, since: 29 }) labelSelector?: LabelSelector;
  @Field(5, 'bool', { pointer: true, since: 29 }) optional?: boolean;
  @Field(4, 'string', { required: true, since: 29 }) path: string;
}

@Struct('core.v1.PodCertificateProjection', { since: 34 })
export class PodCertificateProjection {
  @Field(1, 'string', { since: 34 }) signerName?: string;
  @Field(2, 'string', { since: 34 }) keyType?: string;
  @Field(3, 'int32', { pointer: true, since: 34 }) maxExpirationSeconds?: number;
  @Field(4, 'string', { since: 34 }) credentialBundlePath?: string;
  @Field(5, 'string', { since: 34 }) keyPath?: string;
  @Field(6, 'string', { since: 34 }) certificateChainPath?: string;
  @Field(7, mapOf('string'), { since: 35 }) userAnnotations?: Record<string, string>;
}

@Struct('core.v1.VolumeProjection')
export class VolumeProjection {
  @Field(1, () => SecretProjection, { pointer: true }) secret?: SecretProjection;
  @Field(2, () => DownwardAPIProjection, { pointer: true }) downwardAPI?: DownwardAPIProjection;
  @Field(3, () => ConfigMapProjection, { pointer: true }) configMap?: ConfigMapProjection;
  @Field(4, () => ServiceAccountTokenProjection, { pointer: true }) serviceAccountToken?: ServiceAccountTokenProjection;
  @Field(5, () => ClusterTrustBundleProjection, {
    pointer: true,
    featureGate: 'ClusterTrustBundleProjection',
    since: 29,
  })
  clusterTrustBundle?: ClusterTrustBundleProjection;
  @Field(6, () => PodCertificateProjection, { pointer: true, featureGate: 'PodCertificateProjection', since: 34 })
  podCertificate?: PodCertificateProjection;
}

@Struct('core.v1.ProjectedVolumeSource')
export class ProjectedVolumeSource {
  @Field(1, listOf(() => VolumeProjection), { listType: 'atomic' }) sources?: VolumeProjection[];
  @Field(2, 'int32', { pointer: true, default: 0o644 }) defaultMode?: number;
}
