import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf, openEnumOf } from '../../../definition/field-type.js';
import { Affinity } from './affinity.js';
import { Container } from './container.js';
import { DISABLED_USES_OF_POD_SPEC } from './disabled-pod-features.js';
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

@Struct('core.v1.PodOS', { since: 23, description: 'Operating system of the containers.' })
export class PodOS {
  @Field(1, openEnumOf('linux', 'windows'), {
    goType: 'v1.OSName',
    required: true,
    since: 23,
    description: 'linux or windows.',
  })
  name: string;
}

@Struct('core.v1.PodSpec', { disabledUses: DISABLED_USES_OF_POD_SPEC, description: 'Desired state of a pod.' })
export class PodSpec {
  @Field(1, listOf(() => Volume), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge,retainKeys',
    patchMergeKey: 'name',
    description: 'Volumes that the containers may mount.',
  })
  volumes?: Volume[];
  @Field(20, listOf(() => Container), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description:
      'Containers that run to completion one after another before the main containers start. With restart policy Always they are sidecars.',
  })
  initContainers?: Container[];
  @Field(2, listOf(() => Container), {
    required: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description: 'Main containers, at least one.',
  })
  containers: Container[] | null;
  @Field(34, listOf(() => EphemeralContainer), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description: 'Containers for debugging, added by the sub-resource ephemeralcontainers.',
  })
  ephemeralContainers?: EphemeralContainer[];
  @Field(3, enumOf('Always', 'OnFailure', 'Never'), {
    goType: 'v1.RestartPolicy',
    default: 'Always',
    description: 'Restart of containers that exit: Always, OnFailure or Never. Default: Always.',
  })
  restartPolicy?: string;
  @Field(4, 'int64', {
    pointer: true,
    default: 30,
    description: 'Seconds between the stop signal and the kill of the containers. 0 kills immediately. Default: 30.',
  })
  terminationGracePeriodSeconds?: number;
  @Field(5, 'int64', {
    pointer: true,
    description: 'Seconds after its start at which the pod fails and is stopped. Default: no limit.',
  })
  activeDeadlineSeconds?: number;
  @Field(6, enumOf('ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'), {
    goType: 'v1.DNSPolicy',
    default: 'ClusterFirst',
    description:
      'ClusterFirst, ClusterFirstWithHostNet, Default (that of the node) or None (only `dnsConfig`). Default: ClusterFirst.',
  })
  dnsPolicy?: string;
  @Field(7, mapOf('string'), { mapType: 'atomic', description: 'Labels that the node must have.' })
  nodeSelector?: Record<string, string>;
  @Field(8, 'string', { description: 'ServiceAccount whose identity the pod has. Default: `default`.' })
  serviceAccountName?: string;
  @Field(9, 'string', { description: 'Deprecated: use `serviceAccountName`, which has the same value.' })
  serviceAccount?: string;
  @Field(21, 'bool', {
    pointer: true,
    description: 'Whether a token of the service account is mounted. Default: as the service account says.',
  })
  automountServiceAccountToken?: boolean;
  @Field(10, 'string', { description: 'Node the pod is bound to.' }) nodeName?: string;
  @Field(11, 'bool', { description: 'Whether the pod uses the network of the host. Default: false.' })
  hostNetwork?: boolean;
  @Field(12, 'bool', { description: 'Whether the pod sees the processes of the host. Default: false.' })
  hostPID?: boolean;
  @Field(13, 'bool', {
    description: 'Whether the pod uses the interprocess communication of the host. Default: false.',
  })
  hostIPC?: boolean;
  @Field(27, 'bool', {
    pointer: true,
    description: "Whether the containers see each other's processes. Default: false.",
  })
  shareProcessNamespace?: boolean;
  @Field(14, () => PodSecurityContext, {
    pointer: true,
    default: {},
    description: 'Security settings of the pod and defaults of its containers.',
  })
  securityContext?: PodSecurityContext;
  @Field(15, listOf(() => LocalObjectReference), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description: 'Secrets with credentials for the registries of the images.',
  })
  imagePullSecrets?: LocalObjectReference[];
  @Field(16, 'string', { description: 'Host name of the pod. Default: the name of the pod.' }) hostname?: string;
  @Field(17, 'string', {
    description:
      'Domain of the pod in `HOSTNAME.SUBDOMAIN.NAMESPACE.svc.DOMAIN`, with a headless service of that name.',
  })
  subdomain?: string;
  @Field(18, () => Affinity, { pointer: true, description: 'Rules about where the pod is scheduled.' })
  affinity?: Affinity;
  @Field(19, 'string', {
    default: 'default-scheduler',
    description: 'Scheduler of the pod. Default: the default scheduler.',
  })
  schedulerName?: string;
  @Field(22, listOf(() => Toleration), { listType: 'atomic', description: 'Taints of nodes that the pod tolerates.' })
  tolerations?: Toleration[];
  @Field(23, listOf(() => HostAlias), {
    listType: 'map',
    listMapKeys: ['ip'],
    patchStrategy: 'merge',
    patchMergeKey: 'ip',
    description: 'Entries of `/etc/hosts` in the containers.',
  })
  hostAliases?: HostAlias[];
  @Field(24, 'string', {
    description: 'PriorityClass of the pod; it sets `priority`. Default: the global default class, else priority 0.',
  })
  priorityClassName?: string;
  @Field(25, 'int32', {
    pointer: true,
    description: 'Priority of the pod; higher is more important. Set at admission from the class.',
  })
  priority?: number;
  @Field(26, () => PodDNSConfig, { pointer: true, description: 'DNS settings, merged into those of `dnsPolicy`.' })
  dnsConfig?: PodDNSConfig;
  @Field(28, listOf(() => PodReadinessGate), {
    listType: 'atomic',
    description: 'Conditions that must be True before the pod is ready, in addition to its containers.',
  })
  readinessGates?: PodReadinessGate[];
  @Field(29, 'string', {
    pointer: true,
    description: 'RuntimeClass that runs the pod. Default: the default runtime of the node.',
  })
  runtimeClassName?: string;
  @Field(30, 'bool', {
    pointer: true,
    description: 'Whether environment variables describe the services of the namespace. Default: true.',
  })
  enableServiceLinks?: boolean;
  @Field(31, enumOf('PreemptLowerPriority', 'Never'), {
    goType: 'v1.PreemptionPolicy',
    pointer: true,
    description:
      'Never or PreemptLowerPriority: whether the pod may displace pods of lower priority. Default: PreemptLowerPriority.',
  })
  preemptionPolicy?: string;
  @Field(32, mapOf('quantity'), {
    goType: 'v1.ResourceList',
    description:
      'Resources that the runtime needs in addition to the containers. Set at admission from the runtime class.',
  })
  overhead?: Record<string, string>;
  @Field(33, listOf(() => TopologySpreadConstraint), {
    listType: 'map',
    listMapKeys: ['topologyKey', 'whenUnsatisfiable'],
    patchStrategy: 'merge',
    patchMergeKey: 'topologyKey',
    description: 'Rules that spread the pods over domains; all must hold.',
  })
  topologySpreadConstraints?: TopologySpreadConstraint[];
  @Field(35, 'bool', {
    pointer: true,
    description: 'Whether the host name is the fully qualified domain name. Default: false.',
  })
  setHostnameAsFQDN?: boolean;
  @Field(36, () => PodOS, {
    pointer: true,
    since: 23,
    description: 'Operating system of the containers; some fields are allowed only for one.',
  })
  os?: PodOS;
  @Field(37, 'bool', {
    pointer: true,
    since: 25,
    description: 'Whether the pod uses the user namespace of the host. Default: true.',
  })
  hostUsers?: boolean;
  @Field(38, listOf(() => PodSchedulingGate), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    since: 26,
    description: 'The pod is not scheduled until all gates are removed. They can be set only at creation.',
  })
  schedulingGates?: PodSchedulingGate[];
  @Field(39, listOf(() => PodResourceClaim), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge,retainKeys',
    patchMergeKey: 'name',
    featureGate: 'DynamicResourceAllocation',
    since: 26,
    description:
      'Resource claims that must be allocated and reserved before the pod starts; containers refer to them by name.',
  })
  resourceClaims?: PodResourceClaim[];
  @Field(40, () => ResourceRequirements, {
    pointer: true,
    featureGate: 'PodLevelResources',
    since: 32,
    description: 'Resource requests and limits of the whole pod, shared by its containers.',
  })
  resources?: ResourceRequirements;
  @Field(41, 'string', {
    pointer: true,
    featureGate: 'HostnameOverride',
    since: 34,
    description:
      'Host name of the pod in all places, without domain. Not with `setHostnameAsFQDN` or the network of the host.',
  })
  hostnameOverride?: string;
  @Field(42, () => WorkloadReference, {
    pointer: true,
    featureGate: 'GenericWorkload',
    since: 35,
    last: 35,
    description: 'Workload to which the pod belongs, for scheduling as a group.',
  })
  workloadRef?: WorkloadReference;
  @Field(43, () => PodSchedulingGroup, {
    pointer: true,
    featureGate: 'GenericWorkload',
    since: 36,
    description: 'Group with which the pod is scheduled.',
  })
  schedulingGroup?: PodSchedulingGroup;
}
