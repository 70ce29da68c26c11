import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { Affinity } from './affinity.js';
import { Container } from './container.js';
import { EphemeralContainer } from './ephemeral-container.js';
import { HostAlias, PodDNSConfig } from './pod-network.js';
import { PodResourceClaim } from './resource-claims.js';
import {
  PodReadinessGate,
  PodSchedulingGate,
  PodSchedulingGroup,
  Toleration,
  TopologySpreadConstraint,
  WorkloadReference,
} from './scheduling.js';
import { PodSecurityContext } from './security-context.js';
import { LocalObjectReference } from '../references.js';
import { ResourceRequirements } from '../resource-requirements.js';
import { Volume } from '../volume/volume.js';

@Struct('core.v1.PodOS', { since: 23 })
export class PodOS {
  @Field(1, enumOf('linux', 'windows'), { goType: 'v1.OSName', required: true, since: 23 }) name: string;
}

@Struct('core.v1.PodSpec', { description: 'Desired state of a pod.' })
export class PodSpec {
  @Field(1, listOf(() => Volume), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge,retainKeys',
    patchMergeKey: 'name',
  })
  volumes?: Volume[];
  @Field(20, listOf(() => Container), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  initContainers?: Container[];
  @Field(2, listOf(() => Container), {
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  containers: Container[];
  @Field(34, listOf(() => EphemeralContainer), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  ephemeralContainers?: EphemeralContainer[];
  @Field(3, enumOf('Always', 'OnFailure', 'Never'), { goType: 'v1.RestartPolicy', default: 'Always' })
  restartPolicy?: string;
  @Field(4, 'int64', { pointer: true, default: 30 }) terminationGracePeriodSeconds?: number;
  @Field(5, 'int64', { pointer: true }) activeDeadlineSeconds?: number;
  @Field(6, enumOf('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'), {
    goType: 'v1.DNSPolicy',
    default: 'ClusterFirst',
  })
  dnsPolicy?: string;
  @Field(7, mapOf('string'), { mapType: 'atomic' }) nodeSelector?: Record<string, string>;
  @Field(8, 'string') serviceAccountName?: string;
  @Field(9, 'string') serviceAccount?: string;
  @Field(21, 'bool', { pointer: true }) automountServiceAccountToken?: boolean;
  @Field(10, 'string', { description: 'Node the pod is bound to.' }) nodeName?: string;
  @Field(11, 'bool') hostNetwork?: boolean;
  @Field(12, 'bool') hostPID?: boolean;
  @Field(13, 'bool') hostIPC?: boolean;
  @Field(27, 'bool', { pointer: true }) shareProcessNamespace?: boolean;
  @Field(14, () => PodSecurityContext, { pointer: true, default: {} }) securityContext?: PodSecurityContext;
  @Field(15, listOf(() => LocalObjectReference), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  imagePullSecrets?: LocalObjectReference[];
  @Field(16, 'string') hostname?: string;
  @Field(17, 'string') subdomain?: string;
  @Field(18, () => Affinity, { pointer: true }) affinity?: Affinity;
  @Field(19, 'string', { default: 'default-scheduler' }) schedulerName?: string;
  @Field(22, listOf(() => Toleration), { listType: 'atomic' }) tolerations?: Toleration[];
  @Field(23, listOf(() => HostAlias), {
    listType: 'map',
    listMapKeys: ['ip'],
    patchStrategy: 'merge',
    patchMergeKey: 'ip',
  })
  hostAliases?: HostAlias[];
  @Field(24, 'string') priorityClassName?: string;
  @Field(25, 'int32', { pointer: true }) priority?: number;
  @Field(26, () => PodDNSConfig, { pointer: true }) dnsConfig?: PodDNSConfig;
  @Field(28, listOf(() => PodReadinessGate), { listType: 'atomic' }) readinessGates?: PodReadinessGate[];
  @Field(29, 'string', { pointer: true }) runtimeClassName?: string;
  @Field(30, 'bool', { pointer: true }) enableServiceLinks?: boolean;
  @Field(31, enumOf('PreemptLowerPriority', 'Never'), { goType: 'v1.PreemptionPolicy', pointer: true })
  preemptionPolicy?: string;
  @Field(32, mapOf('quantity'), { goType: 'v1.ResourceList' }) overhead?: Record<string, string>;
  @Field(33, listOf(() => TopologySpreadConstraint), {
    listType: 'map',
    listMapKeys: ['topologyKey', 'whenUnsatisfiable'],
    patchStrategy: 'merge',
    patchMergeKey: 'topologyKey',
  })
  topologySpreadConstraints?: TopologySpreadConstraint[];
  @Field(35, 'bool', { pointer: true }) setHostnameAsFQDN?: boolean;
  @Field(36, () => PodOS, { pointer: true, since: 23 }) os?: PodOS;
  @Field(37, 'bool', { pointer: true, since: 25 }) hostUsers?: boolean;
  @Field(38, listOf(() => PodSchedulingGate), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 26,
  })
  schedulingGates?: PodSchedulingGate[];
  @Field(39, listOf(() => PodResourceClaim), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge,retainKeys',
    patchMergeKey: 'name',
    featureGate: 'DynamicResourceAllocation',
    since: 26,
  })
  resourceClaims?: PodResourceClaim[];
  @Field(40, () => ResourceRequirements, { pointer: true, featureGate: 'PodLevelResources', since: 32 })
  resources?: ResourceRequirements;
  @Field(41, 'string', { pointer: true, featureGate: 'HostnameOverride', since: 34 }) hostnameOverride?: string;
  @Field(42, () => WorkloadReference, { pointer: true, featureGate: 'GenericWorkload', since: 35, last: 35 })
  workloadRef?: WorkloadReference;
  @Field(43, () => PodSchedulingGroup, { pointer: true, featureGate: 'GenericWorkload', since: 36 })
  schedulingGroup?: PodSchedulingGroup;
}
