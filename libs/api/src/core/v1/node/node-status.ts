import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf, type FieldOptions } from '../../../definition/field-type.js';
import { NodeConfigSource } from './node-spec.js';

@Struct('core.v1.NodeCondition')
export class NodeCondition {
  @Field(1, 'string', { goType: 'v1.NodeConditionType', required: true }) type: string;
  @Field(2, enumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time') lastHeartbeatTime?: string;
  @Field(4, 'time') lastTransitionTime?: string;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
}

@Struct('core.v1.NodeAddress')
export class NodeAddress {
  @Field(1, enumOf('Hostname', 'ExternalIP', 'InternalIP', 'ExternalDNS', 'InternalDNS'), {
    goType: 'v1.NodeAddressType',
    required: true,
  })
  type: string;
  @Field(2, 'string', { required: true }) address: string;
}

/** Clients reject a node without these, also before its agent has reported. */
const INSISTED_ON: FieldOptions = { required: true, zeroIsShown: true };

@Struct('core.v1.DaemonEndpoint')
export class DaemonEndpoint {
  @Field(1, 'int32', INSISTED_ON) Port: number;
}

@Struct('core.v1.NodeDaemonEndpoints')
export class NodeDaemonEndpoints {
  @Field(1, () => DaemonEndpoint) kubeletEndpoint?: DaemonEndpoint;
}

@Struct('core.v1.NodeSwapStatus', { since: 33 })
export class NodeSwapStatus {
  @Field(1, 'int64', { pointer: true, since: 33 }) capacity?: number;
}

@Struct('core.v1.NodeSystemInfo')
export class NodeSystemInfo {
  @Field(1, 'string', INSISTED_ON) machineID: string;
  @Field(2, 'string', INSISTED_ON) systemUUID: string;
  @Field(3, 'string', INSISTED_ON) bootID: string;
  @Field(4, 'string', INSISTED_ON) kernelVersion: string;
  @Field(5, 'string', INSISTED_ON) osImage: string;
  @Field(6, 'string', INSISTED_ON) containerRuntimeVersion: string;
  @Field(7, 'string', INSISTED_ON) kubeletVersion: string;
  @Field(8, 'string', INSISTED_ON) kubeProxyVersion: string;
  @Field(9, 'string', INSISTED_ON) operatingSystem: string;
  @Field(10, 'string', INSISTED_ON) architecture: string;
  @Field(11, () => NodeSwapStatus, { pointer: true, since: 33 }) swap?: NodeSwapStatus;
}

@Struct('core.v1.ContainerImage')
export class ContainerImage {
  @Field(1, listOf('string'), { listType: 'atomic' }) names?: string[];
  @Field(2, 'int64') sizeBytes?: number;
}

@Struct('core.v1.AttachedVolume')
export class AttachedVolume {
  @Field(1, 'string', { goType: 'v1.UniqueVolumeName', required: true }) name: string;
  @Field(2, 'string', { required: true }) devicePath: string;
}

@Struct('core.v1.NodeConfigStatus')
export class NodeConfigStatus {
  @Field(1, () => NodeConfigSource, { pointer: true }) assigned?: NodeConfigSource;
  @Field(2, () => NodeConfigSource, { pointer: true }) active?: NodeConfigSource;
  @Field(3, () => NodeConfigSource, { pointer: true }) lastKnownGood?: NodeConfigSource;
  @Field(4, 'string') error?: string;
}

@Struct('core.v1.NodeRuntimeHandlerFeatures', { since: 30 })
export class NodeRuntimeHandlerFeatures {
  @Field(1, 'bool', { pointer: true, since: 30 }) recursiveReadOnlyMounts?: boolean;
  @Field(2, 'bool', { pointer: true, since: 31 }) userNamespaces?: boolean;
}

@Struct('core.v1.NodeRuntimeHandler', { since: 30 })
export class NodeRuntimeHandler {
  @Field(1, 'string', { since: 30 }) name?: string;
  @Field(2, () => NodeRuntimeHandlerFeatures, { pointer: true, since: 30 }) features?: NodeRuntimeHandlerFeatures;
}

@Struct('core.v1.NodeFeatures', { since: 31 })
export class NodeFeatures {
  @Field(1, 'bool', { pointer: true, since: 31 }) supplementalGroupsPolicy?: boolean;
}

@Struct('core.v1.NodeStatus')
export class NodeStatus {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList' }) capacity?: Record<string, string>;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList' }) allocatable?: Record<string, string>;
  @Field(3, enumOf('Pending', 'Running', 'Terminated'), { goType: 'v1.NodePhase' }) phase?: string;
  @Field(4, listOf(() => NodeCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  conditions?: NodeCondition[];
  @Field(5, listOf(() => NodeAddress), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
  })
  addresses?: NodeAddress[];
  @Field(6, () => NodeDaemonEndpoints) daemonEndpoints?: NodeDaemonEndpoints;
  @Field(7, () => NodeSystemInfo) nodeInfo?: NodeSystemInfo;
  @Field(8, listOf(() => ContainerImage), { listType: 'atomic' }) images?: ContainerImage[];
  @Field(9, listOf('string'), { goType: '[]v1.UniqueVolumeName', listType: 'atomic' }) volumesInUse?: string[];
  @Field(10, listOf(() => AttachedVolume), { listType: 'atomic' }) volumesAttached?: AttachedVolume[];
  @Field(11, () => NodeConfigStatus, { pointer: true }) config?: NodeConfigStatus;
  @Field(12, listOf(() => NodeRuntimeHandler), { listType: 'atomic', since: 30 })
  runtimeHandlers?: NodeRuntimeHandler[];
  @Field(13, () => NodeFeatures, { pointer: true, featureGate: 'SupplementalGroupsPolicy', since: 31 })
  features?: NodeFeatures;
  @Field(14, listOf('string'), { listType: 'atomic', featureGate: 'NodeDeclaredFeatures', since: 35 })
  declaredFeatures?: string[];
}
