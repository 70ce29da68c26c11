import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf, openEnumOf, type FieldOptions } from '../../../definition/field-type.js';
import { NodeConfigSource } from './node-spec.js';
import { Condition } from '../../../meta/v1/condition.js';

@Struct('core.v1.NodeCondition', { description: 'A condition of a Node.', describedAs: () => Condition })
export class NodeCondition {
  @Field(1, 'string', { goType: 'v1.NodeConditionType', required: true }) type: string;
  @Field(2, openEnumOf('True', 'False', 'Unknown'), { goType: 'v1.ConditionStatus', required: true }) status: string;
  @Field(3, 'time', { description: 'When the node agent last reported the condition.' }) lastHeartbeatTime?:
    | string
    | null;
  @Field(4, 'time') lastTransitionTime?: string | null;
  @Field(5, 'string') reason?: string;
  @Field(6, 'string') message?: string;
}

@Struct('core.v1.NodeAddress', { description: 'An address of a node.' })
export class NodeAddress {
  @Field(1, openEnumOf('Hostname', 'ExternalIP', 'InternalIP', 'ExternalDNS', 'InternalDNS'), {
    goType: 'v1.NodeAddressType',
    required: true,
    description: 'Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.',
  })
  type: string;
  @Field(2, 'string', { required: true, description: 'The address.' }) address: string;
}

/** Clients reject a node without these, also before its agent has reported. */
const INSISTED_ON: FieldOptions = { required: true };

@Struct('core.v1.DaemonEndpoint', { description: 'A port of a daemon on a node.' })
export class DaemonEndpoint {
  @Field(1, 'int32', { ...INSISTED_ON, description: 'Port number.' }) Port: number;
}

@Struct('core.v1.NodeDaemonEndpoints', { description: 'Ports of the daemons on a node.' })
export class NodeDaemonEndpoints {
  @Field(1, () => DaemonEndpoint, { description: 'Port of the node agent.' }) kubeletEndpoint?: DaemonEndpoint;
}

@Struct('core.v1.NodeSwapStatus', { since: 33, description: 'Swap memory of a node.' })
export class NodeSwapStatus {
  @Field(1, 'int64', { pointer: true, since: 33, description: 'Total swap memory in bytes.' }) capacity?: number;
}

@Struct('core.v1.NodeSystemInfo', { description: 'Identity and versions of a node.' })
export class NodeSystemInfo {
  @Field(1, 'string', { ...INSISTED_ON, description: 'Identifier of the machine.' }) machineID: string;
  @Field(2, 'string', { ...INSISTED_ON, description: 'UUID of the hardware.' }) systemUUID: string;
  @Field(3, 'string', { ...INSISTED_ON, description: 'Changes with every boot.' }) bootID: string;
  @Field(4, 'string', { ...INSISTED_ON, description: 'Version of the kernel, as in `uname -r`.' })
  kernelVersion: string;
  @Field(5, 'string', { ...INSISTED_ON, description: 'Name of the operating system image.' }) osImage: string;
  @Field(6, 'string', {
    ...INSISTED_ON,
    description: 'Name and version of the container runtime: `containerd://2.0.0`.',
  })
  containerRuntimeVersion: string;
  @Field(7, 'string', { ...INSISTED_ON, description: 'Version of the node agent.' }) kubeletVersion: string;
  @Field(8, 'string', { ...INSISTED_ON, description: 'Deprecated: version of the node proxy.' })
  kubeProxyVersion: string;
  @Field(9, 'string', { ...INSISTED_ON, description: 'Operating system, for example linux.' }) operatingSystem: string;
  @Field(10, 'string', { ...INSISTED_ON, description: 'Architecture, for example amd64.' }) architecture: string;
  @Field(11, () => NodeSwapStatus, { pointer: true, since: 33, description: 'Swap memory of the node.' })
  swap?: NodeSwapStatus;
}

@Struct('core.v1.ContainerImage', { description: 'An image on a node.' })
export class ContainerImage {
  @Field(1, listOf('string'), { zeroIsShown: true, listType: 'atomic', description: 'Names of the image.' }) names?:
    | string[]
    | null;
  @Field(2, 'int64', { description: 'Size in bytes.' }) sizeBytes?: number;
}

@Struct('core.v1.AttachedVolume', { description: 'A volume attached to a node.' })
export class AttachedVolume {
  @Field(1, 'string', { goType: 'v1.UniqueVolumeName', required: true, description: 'Unique name of the volume.' })
  name: string;
  @Field(2, 'string', { required: true, description: 'Path of the device on the node.' }) devicePath: string;
}

@Struct('core.v1.NodeConfigStatus', { description: 'State of the configuration of a node. No longer supported.' })
export class NodeConfigStatus {
  @Field(1, () => NodeConfigSource, { pointer: true, description: 'Configuration that the node will use.' })
  assigned?: NodeConfigSource;
  @Field(2, () => NodeConfigSource, { pointer: true, description: 'Configuration that the node uses.' })
  active?: NodeConfigSource;
  @Field(3, () => NodeConfigSource, {
    pointer: true,
    description: 'Configuration to which the node returns after an error.',
  })
  lastKnownGood?: NodeConfigSource;
  @Field(4, 'string', { description: 'Error in the assigned configuration.' }) error?: string;
}

@Struct('core.v1.NodeRuntimeHandlerFeatures', { since: 30, description: 'Features of a runtime handler.' })
export class NodeRuntimeHandlerFeatures {
  @Field(1, 'bool', { pointer: true, since: 30, description: 'Whether it supports recursive read-only mounts.' })
  recursiveReadOnlyMounts?: boolean;
  @Field(2, 'bool', { pointer: true, since: 31, description: 'Whether it supports user namespaces.' })
  userNamespaces?: boolean;
}

@Struct('core.v1.NodeRuntimeHandler', { since: 30, description: 'A runtime handler of a node.' })
export class NodeRuntimeHandler {
  @Field(1, 'string', {
    since: 30,
    description: 'Name of the handler; empty for the default.',
    documentedDefault: 'zero',
  })
  name?: string;
  @Field(2, () => NodeRuntimeHandlerFeatures, { pointer: true, since: 30, description: 'Features of the handler.' })
  features?: NodeRuntimeHandlerFeatures;
}

@Struct('core.v1.NodeFeatures', { since: 31, description: 'Features of the container runtime of a node.' })
export class NodeFeatures {
  @Field(1, 'bool', {
    pointer: true,
    since: 31,
    description: 'Whether it supports the supplementary groups policy and reports users of containers.',
  })
  supplementalGroupsPolicy?: boolean;
}

@Struct('core.v1.NodeStatus', { description: 'Observed state of a Node.' })
export class NodeStatus {
  @Field(1, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'All resources of the node.' })
  capacity?: Record<string, string>;
  @Field(2, mapOf('quantity'), { goType: 'v1.ResourceList', description: 'Resources for pods. Default: the capacity.' })
  allocatable?: Record<string, string>;
  @Field(3, enumOf('Pending', 'Running', 'Terminated'), {
    goType: 'v1.NodePhase',
    description: 'Deprecated and unused.',
  })
  phase?: string;
  @Field(4, listOf(() => NodeCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Conditions: Ready, MemoryPressure, DiskPressure, PIDPressure, NetworkUnavailable.',
  })
  conditions?: NodeCondition[];
  @Field(5, listOf(() => NodeAddress), {
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: 'merge',
    patchMergeKey: 'type',
    description: 'Addresses of the node.',
  })
  addresses?: NodeAddress[];
  @Field(6, () => NodeDaemonEndpoints, { description: 'Ports of the daemons on the node.' })
  daemonEndpoints?: NodeDaemonEndpoints;
  @Field(7, () => NodeSystemInfo, { description: 'Identity and versions of the node.' }) nodeInfo?: NodeSystemInfo;
  @Field(8, listOf(() => ContainerImage), { listType: 'atomic', description: 'Images on the node, the largest first.' })
  images?: ContainerImage[];
  @Field(9, listOf('string'), {
    goType: '[]v1.UniqueVolumeName',
    listType: 'atomic',
    description: 'Names of volumes that pods use.',
  })
  volumesInUse?: string[];
  @Field(10, listOf(() => AttachedVolume), { listType: 'atomic', description: 'Volumes attached to the node.' })
  volumesAttached?: AttachedVolume[];
  @Field(11, () => NodeConfigStatus, {
    pointer: true,
    description: 'State of the configuration of the node. No longer supported.',
  })
  config?: NodeConfigStatus;
  @Field(12, listOf(() => NodeRuntimeHandler), {
    listType: 'atomic',
    since: 30,
    description: 'Runtime handlers of the node.',
  })
  runtimeHandlers?: NodeRuntimeHandler[];
  @Field(13, () => NodeFeatures, {
    pointer: true,
    featureGate: 'SupplementalGroupsPolicy',
    since: 31,
    description: 'Features of the container runtime.',
  })
  features?: NodeFeatures;
  @Field(14, listOf('string'), {
    listType: 'atomic',
    featureGate: 'NodeDeclaredFeatures',
    since: 35,
    description: 'Names of the features that the node has enabled.',
  })
  declaredFeatures?: string[];
}
