import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf, openEnumOf } from '../../../definition/field-type.js';
import { ContainerStatus } from './container-status.js';
import { DISABLED_USES_OF_POD_STATUS } from './disabled-pod-features.js';
import { ResourceRequirements } from '../resource-requirements.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('core.v1.PodCondition', { description: 'A condition of a pod.', describedAs: () => Condition })
export class PodCondition {
  @Field(1, 'string', { goType: 'v1.PodConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time', { description: 'When the condition was last checked.' }) lastProbeTime?: string | null;
  @Field(4, 'time') lastTransitionTime?: string | null;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
  @Field(7, 'int64', { since: 33 }) observedGeneration?: number;
}

@Struct('core.v1.HostIP', { since: 28, description: 'An IP address of a node.' })
export class HostIP {
  @Field(1, 'string', { required: true, since: 28, description: 'IP address of the node.' }) ip: string;
}

@Struct('core.v1.PodIP', { description: 'An IP address of a pod.' })
export class PodIP {
  @Field(1, 'string', { required: true, description: 'IP address of the pod.' }) ip: string;
}

@Struct('core.v1.PodResourceClaimStatus', { since: 28, description: 'The ResourceClaim created for a claim of a pod.' })
export class PodResourceClaimStatus {
  @Field(1, 'string', { required: true, since: 28, description: 'Name of the claim in `spec.resourceClaims`.' })
  name: string;
  @Field(2, 'string', {
    pointer: true,
    since: 28,
    description: 'Name of the ResourceClaim. Absent when none was needed.',
  })
  resourceClaimName?: string;
}

@Struct('core.v1.ContainerExtendedResourceRequest', {
  since: 34,
  description: 'An extended resource of a container that is served by a resource claim.',
})
export class ContainerExtendedResourceRequest {
  @Field(1, 'string', { required: true, since: 34, description: 'Name of the container.' }) containerName: string;
  @Field(2, 'string', { required: true, since: 34, description: 'Name of the extended resource.' })
  resourceName: string;
  @Field(3, 'string', { required: true, since: 34, description: 'Name of the request in the ResourceClaim.' })
  requestName: string;
}

@Struct('core.v1.PodExtendedResourceClaimStatus', {
  since: 34,
  description: 'The ResourceClaim that serves the extended resources of a pod.',
})
export class PodExtendedResourceClaimStatus {
  @Field(1, listOf(() => ContainerExtendedResourceRequest), {
    required: true,
    listType: 'atomic',
    since: 34,
    description: 'Which request of the claim serves which container.',
  })
  requestMappings: ContainerExtendedResourceRequest[] | null;
  @Field(2, 'string', {
    required: true,
    since: 34,
    description: 'Name of the ResourceClaim in the namespace of the pod.',
  })
  resourceClaimName: string;
}

@Struct('core.v1.NodeAllocatableResourceClaimStatus', {
  since: 36,
  description: 'Resources of the node that a claim of a pod uses.',
})
export class NodeAllocatableResourceClaimStatus {
  @Field(1, 'string', { required: true, since: 36, description: 'Name of the ResourceClaim.' })
  resourceClaimName: string;
  @Field(2, listOf('string'), { listType: 'set', since: 36, description: 'Names of the containers that use it.' })
  containers?: string[];
  @Field(3, mapOf('quantity'), { required: true, since: 36, description: 'Amount of each resource of the node.' })
  resources: Record<string, string> | null;
}

@Struct('core.v1.PodStatus', {
  disabledUses: DISABLED_USES_OF_POD_STATUS,
  description: 'Observed state of a Pod, reported by its node. It may be behind the real state.',
})
export class PodStatus {
  @Field(1, enumOf('Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'), {
    goType: 'v1.PodPhase',
    description: 'Where the pod is in its life.',
  })
  phase?: string;
  @Field(2, listOf(() => PodCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: PodScheduled, Initialized, ContainersReady, Ready.',
  })
  conditions?: PodCondition[];
  @Field(3, 'string', { description: 'Details for people of why the pod is in this state.' }) message?: string;
  @Field(4, 'string', { description: 'Why the pod is in this state, in CamelCase: Evicted.' }) reason?: string;
  @Field(11, 'string', {
    description: 'Node on which the pod will be scheduled once the pods that it displaces are gone. Not binding.',
  })
  nominatedNodeName?: string;
  @Field(5, 'string', { description: 'IP address of the node. Absent until the pod is scheduled.' }) hostIP?: string;
  @Field(6, 'string', { description: 'IP address of the pod. Absent until it is allocated.' }) podIP?: string;
  @Field(12, listOf(() => PodIP), {
    listType: 'map',
    listMapKeys: ['ip'],
    patchStrategy: 'merge',
    patchMergeKey: 'ip',
    description: 'IP addresses of the pod, one per IP family. The first is `podIP`.',
  })
  podIPs?: PodIP[];
  @Field(7, 'time', { pointer: true, description: 'When the node accepted the pod, before it pulled images.' })
  startTime?: string;
  @Field(10, listOf(() => ContainerStatus), {
    listType: 'atomic',
    description: 'Status of each init container, in the order of the spec.',
  })
  initContainerStatuses?: ContainerStatus[];
  @Field(8, listOf(() => ContainerStatus), { listType: 'atomic', description: 'Status of each container.' })
  containerStatuses?: ContainerStatus[];
  @Field(9, enumOf('Guaranteed', 'Burstable', 'BestEffort'), {
    goType: 'v1.PodQOSClass',
    description: 'Quality of service, computed from requests and limits: Guaranteed, Burstable or BestEffort.',
  })
  qosClass?: string;
  @Field(13, listOf(() => ContainerStatus), { listType: 'atomic', description: 'Status of each ephemeral container.' })
  ephemeralContainerStatuses?: ContainerStatus[];
  @Field(14, openEnumOf('Proposed', 'InProgress', 'Deferred', 'Infeasible'), {
    goType: 'v1.PodResizeStatus',
    featureGate: 'InPlacePodVerticalScaling',
    since: 27,
    description:
      'State of the requested change of resources. Deprecated: see the conditions PodResizePending and PodResizeInProgress.',
  })
  resize?: string;
  @Field(16, listOf(() => HostIP), {
    listType: 'atomic',
    patchStrategy: 'merge',
    patchMergeKey: 'ip',
    since: 28,
    description: 'IP addresses of the node, one per IP family. The first is `hostIP`.',
  })
  hostIPs?: HostIP[];
  @Field(15, listOf(() => PodResourceClaimStatus), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge,retainKeys',
    patchMergeKey: 'name',
    featureGate: 'DynamicResourceAllocation',
    since: 28,
    description: 'ResourceClaims created for the claims of the pod.',
  })
  resourceClaimStatuses?: PodResourceClaimStatus[];
  @Field(17, 'int64', { since: 33, description: '`metadata.generation` of the pod that the status describes.' })
  observedGeneration?: number;
  @Field(18, () => PodExtendedResourceClaimStatus, {
    pointer: true,
    featureGate: 'DRAExtendedResource',
    since: 34,
    description: 'The ResourceClaim that serves the extended resources of the pod.',
  })
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  @Field(19, mapOf('quantity'), {
    featureGate: 'InPlacePodLevelResourcesVerticalScaling',
    since: 35,
    description: 'Resource requests that the node has granted to the whole pod.',
  })
  allocatedResources?: Record<string, string>;
  @Field(20, () => ResourceRequirements, {
    pointer: true,
    featureGate: 'InPlacePodLevelResourcesVerticalScaling',
    since: 35,
    description: 'Requests and limits that are applied to the whole pod.',
  })
  resources?: ResourceRequirements;
  @Field(21, listOf(() => NodeAllocatableResourceClaimStatus), {
    listType: 'atomic',
    featureGate: 'DRANodeAllocatableResources',
    since: 36,
    description: 'Resources of the node that the claims of the pod use.',
  })
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
}
