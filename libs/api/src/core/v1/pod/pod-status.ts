import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { ContainerStatus } from './container-status.js';
import { ResourceRequirements } from '../resource-requirements.js';

@Struct('core.v1.PodCondition')
export class PodCondition {
  @Field(1, 'string', { goType: 'v1.PodConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastProbeTime?: string;
  @Field(4, 'time') lastTransitionTime?: string;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
  @Field(7, 'int64', { since: 33 }) observedGeneration?: number;
}

@Struct('core.v1.HostIP', { since: 28 })
export class HostIP {
  @Field(1, 'string', { required: true, since: 28 }) ip: string;
}

@Struct('core.v1.PodIP')
export class PodIP {
  @Field(1, 'string', { required: true }) ip: string;
}

@Struct('core.v1.PodResourceClaimStatus', { since: 28 })
export class PodResourceClaimStatus {
  @Field(1, 'string', { required: true, since: 28 }) name: string;
  @Field(2, 'string', { pointer: true, since: 28 }) resourceClaimName?: string;
}

@Struct('core.v1.ContainerExtendedResourceRequest', { since: 34 })
export class ContainerExtendedResourceRequest {
  @Field(1, 'string', { required: true, since: 34 }) containerName: string;
  @Field(2, 'string', { required: true, since: 34 }) resourceName: string;
  @Field(3, 'string', { required: true, since: 34 }) requestName: string;
}

@Struct('core.v1.PodExtendedResourceClaimStatus', { since: 34 })
export class PodExtendedResourceClaimStatus {
  @Field(1, listOf(() => ContainerExtendedResourceRequest), { required: true, listType: 'atomic', since: 34 })
  requestMappings: ContainerExtendedResourceRequest[];
  @Field(2, 'string', { required: true, since: 34 }) resourceClaimName: string;
}

@Struct('core.v1.NodeAllocatableResourceClaimStatus', { since: 36 })
export class NodeAllocatableResourceClaimStatus {
  @Field(1, 'string', { required: true, since: 36 }) resourceClaimName: string;
  @Field(2, listOf('string'), { listType: 'set', since: 36 }) containers?: string[];
  @Field(3, mapOf('quantity'), { required: true, since: 36 }) resources: Record<string, string>;
}

@Struct('core.v1.PodStatus')
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
  })
  conditions?: PodCondition[];
  @Field(3, 'string') message?: string;
  @Field(4, 'string') reason?: string;
  @Field(11, 'string') nominatedNodeName?: string;
  @Field(5, 'string') hostIP?: string;
  @Field(6, 'string') podIP?: string;
  @Field(12, listOf(() => PodIP), { listType: 'map', listMapKeys: ['ip'], patchStrategy: 'merge', patchMergeKey: 'ip' })
  podIPs?: PodIP[];
  @Field(7, 'time', { pointer: true }) startTime?: string;
  @Field(10, listOf(() => ContainerStatus), { listType: 'atomic' }) initContainerStatuses?: ContainerStatus[];
  @Field(8, listOf(() => ContainerStatus), { listType: 'atomic' }) containerStatuses?: ContainerStatus[];
  @Field(9, enumOf('Guaranteed', 'Burstable', 'BestEffort'), { goType: 'v1.PodQOSClass' }) qosClass?: string;
  @Field(13, listOf(() => ContainerStatus), { listType: 'atomic' }) ephemeralContainerStatuses?: ContainerStatus[];
  @Field(14, enumOf('Proposed', 'InProgress', 'Deferred', 'Infeasible'), {
    goType: 'v1.PodResizeStatus',
    featureGate: 'InPlacePodVerticalScaling',
    since: 27,
  })
  resize?: string;
  @Field(16, listOf(() => HostIP), { listType: 'atomic', patchStrategy: 'merge', patchMergeKey: 'ip', since: 28 })
  hostIPs?: HostIP[];
  @Field(15, listOf(() => PodResourceClaimStatus), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge,retainKeys',
    patchMergeKey: 'name',
    featureGate: 'DynamicResourceAllocation',
    since: 28,
  })
  resourceClaimStatuses?: PodResourceClaimStatus[];
  @Field(17, 'int64', { since: 33 }) observedGeneration?: number;
  @Field(18, () => PodExtendedResourceClaimStatus, { pointer: true, featureGate: 'DRAExtendedResource', since: 34 })
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  @Field(19, mapOf('quantity'), { featureGate: 'InPlacePodLevelResourcesVerticalScaling', since: 35 })
  allocatedResources?: Record<string, string>;
  @Field(20, () => ResourceRequirements, {
    pointer: true,
    featureGate: 'InPlacePodLevelResourcesVerticalScaling',
    since: 35,
  })
  resources?: ResourceRequirements;
  @Field(21, listOf(() => NodeAllocatableResourceClaimStatus), {
    listType: 'atomic',
    featureGate: 'DRANodeAllocatableResources',
    since: 36,
  })
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
}
