import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { ResourceRequirements } from '../resource-requirements.js';
import { STOP_SIGNALS } from './stop-signals.js';

@Struct('core.v1.ContainerStateWaiting')
export class ContainerStateWaiting {
  @Field(1, 'string') reason?: string;
  @Field(2, 'string') message?: string;
}

@Struct('core.v1.ContainerStateRunning')
export class ContainerStateRunning {
  @Field(1, 'time') startedAt?: string;
}

@Struct('core.v1.ContainerStateTerminated')
export class ContainerStateTerminated {
  @Field(1, 'int32', { required: true }) exitCode: number;
  @Field(2, 'int32') signal?: number;
  @Field(3, 'string') reason?: string;
  @Field(4, 'string') message?: string;
  @Field(5, 'time') startedAt?: string;
  @Field(6, 'time') finishedAt?: string;
  @Field(7, 'string') containerID?: string;
}

@Struct('core.v1.ContainerState')
export class ContainerState {
  @Field(1, () => ContainerStateWaiting, { pointer: true }) waiting?: ContainerStateWaiting;
  @Field(2, () => ContainerStateRunning, { pointer: true }) running?: ContainerStateRunning;
  @Field(3, () => ContainerStateTerminated, { pointer: true }) terminated?: ContainerStateTerminated;
}

@Struct('core.v1.ResourceHealth', { since: 31 })
export class ResourceHealth {
  @Field(1, 'string', { goType: 'v1.ResourceID', required: true, since: 31 }) resourceID: string;
  @Field(2, enumOf('Healthy', 'Unhealthy', 'Unknown'), { goType: 'v1.ResourceHealthStatus', since: 31 })
  health?: string;
  @Field(6, 'string', { pointer: true, featureGate: 'ResourceHealthStatusMessage', since: 36 }) message?: string;
}

@Struct('core.v1.ResourceStatus', { since: 31 })
export class ResourceStatus {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 31 }) name: string;
  @Field(2, listOf(() => ResourceHealth), { listType: 'map', listMapKeys: ['resourceID'], since: 31 })
  resources?: ResourceHealth[];
}

@Struct('core.v1.LinuxContainerUser', { since: 31 })
export class LinuxContainerUser {
  @Field(1, 'int64', { required: true, since: 31 }) uid: number;
  @Field(2, 'int64', { required: true, since: 31 }) gid: number;
  @Field(3, listOf('int64'), { listType: 'atomic', since: 31 }) supplementalGroups?: number[];
}

@Struct('core.v1.ContainerUser', { since: 31 })
export class ContainerUser {
  @Field(1, () => LinuxContainerUser, { pointer: true, since: 31 }) linux?: LinuxContainerUser;
}

@Struct('core.v1.ImageVolumeStatus', { since: 36 })
export class ImageVolumeStatus {
  @Field(1, 'string', { since: 36 }) imageRef?: string;
}

@Struct('core.v1.VolumeStatus', { since: 36 })
export class VolumeStatus {
  @Field(1, () => ImageVolumeStatus, { pointer: true, featureGate: 'ImageVolumeWithDigest', since: 36 })
  image?: ImageVolumeStatus;
}

@Struct('core.v1.VolumeMountStatus', { since: 30 })
export class VolumeMountStatus {
  @Field(1, 'string', { required: true, since: 30 }) name: string;
  @Field(2, 'string', { required: true, since: 30 }) mountPath: string;
  @Field(3, 'bool', { since: 30 }) readOnly?: boolean;
  @Field(4, enumOf('Disabled', 'IfPossible', 'Enabled'), {
    goType: 'v1.RecursiveReadOnlyMode',
    pointer: true,
    since: 30,
  })
  recursiveReadOnly?: string;
  @Field(5, () => VolumeStatus, { pointer: true, since: 36 }) volumeStatus?: VolumeStatus;
}

@Struct('core.v1.ContainerStatus')
export class ContainerStatus {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, () => ContainerState) state?: ContainerState;
  @Field(3, () => ContainerState) lastState?: ContainerState;
  @Field(4, 'bool', { required: true }) ready: boolean;
  @Field(5, 'int32', { required: true }) restartCount: number;
  @Field(6, 'string', { required: true }) image: string;
  @Field(7, 'string', { required: true }) imageID: string;
  @Field(8, 'string') containerID?: string;
  @Field(9, 'bool', { pointer: true }) started?: boolean;
  @Field(10, mapOf('quantity'), { goType: 'v1.ResourceList', since: 27 }) allocatedResources?: Record<string, string>;
  @Field(11, () => ResourceRequirements, { pointer: true, featureGate: 'InPlacePodVerticalScaling', since: 27 })
  resources?: ResourceRequirements;
  @Field(12, listOf(() => VolumeMountStatus), {
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: 'merge',
    patchMergeKey: 'mountPath',
    since: 30,
  })
  volumeMounts?: VolumeMountStatus[];
  @Field(13, () => ContainerUser, { pointer: true, featureGate: 'SupplementalGroupsPolicy', since: 31 })
  user?: ContainerUser;
  @Field(14, listOf(() => ResourceStatus), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    featureGate: 'ResourceHealthStatus',
    since: 31,
  })
  allocatedResourcesStatus?: ResourceStatus[];
  @Field(15, enumOf(...STOP_SIGNALS), {
    goType: 'v1.Signal',
    pointer: true,
    featureGate: 'ContainerStopSignals',
    since: 33,
  })
  stopSignal?: string;
}
