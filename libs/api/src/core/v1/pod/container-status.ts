import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf, openEnumOf } from '../../../definition/field-type.js';
import { ResourceRequirements } from '../resource-requirements.js';
import { STOP_SIGNALS } from './stop-signals.js';

@Struct('core.v1.ContainerStateWaiting', { description: 'A container that does not run yet.' })
export class ContainerStateWaiting {
  @Field(1, 'string', { description: 'Why it waits, in CamelCase: ContainerCreating, ImagePullBackOff.' })
  reason?: string;
  @Field(2, 'string', { description: 'Details for people.' }) message?: string;
}

@Struct('core.v1.ContainerStateRunning', { description: 'A container that runs.' })
export class ContainerStateRunning {
  @Field(1, 'time', { description: 'When the container was started.' }) startedAt?: string | null;
}

@Struct('core.v1.ContainerStateTerminated', { description: 'A container that has ended.' })
export class ContainerStateTerminated {
  @Field(1, 'int32', { required: true, description: 'Exit code of its main process.' }) exitCode: number;
  @Field(2, 'int32', { description: 'Signal that ended its main process.' }) signal?: number;
  @Field(3, 'string', { description: 'Why it ended, in CamelCase: Completed, Error, OOMKilled.' }) reason?: string;
  @Field(4, 'string', { description: 'Termination message of the container.' }) message?: string;
  @Field(5, 'time', { description: 'When this run was started.' }) startedAt?: string | null;
  @Field(6, 'time', { description: 'When this run ended.' }) finishedAt?: string | null;
  @Field(7, 'string', { description: 'Runtime and identifier of the container: `containerd://ID`.' })
  containerID?: string;
}

@Struct('core.v1.ContainerState', { description: 'State of a container. At most one is set; none means waiting.' })
export class ContainerState {
  @Field(1, () => ContainerStateWaiting, { pointer: true, description: 'Set while the container waits to run.' })
  waiting?: ContainerStateWaiting;
  @Field(2, () => ContainerStateRunning, { pointer: true, description: 'Set while the container runs.' })
  running?: ContainerStateRunning;
  @Field(3, () => ContainerStateTerminated, { pointer: true, description: 'Set after the container has ended.' })
  terminated?: ContainerStateTerminated;
}

@Struct('core.v1.ResourceHealth', { since: 31, description: 'Health of a device of a container.' })
export class ResourceHealth {
  @Field(1, 'string', {
    goType: 'v1.ResourceID',
    required: true,
    since: 31,
    description: 'Identifier of the device, unique on its node.',
  })
  resourceID: string;
  @Field(2, openEnumOf('Healthy', 'Unhealthy', 'Unknown'), {
    goType: 'v1.ResourceHealthStatus',
    since: 31,
    description: 'Healthy, Unhealthy or Unknown.',
  })
  health?: string;
  @Field(6, 'string', {
    pointer: true,
    featureGate: 'ResourceHealthStatusMessage',
    since: 36,
    description: 'Details for people.',
  })
  message?: string;
}

@Struct('core.v1.ResourceStatus', { since: 31, description: 'Status of the devices of one resource of a container.' })
export class ResourceStatus {
  @Field(1, 'string', {
    goType: 'v1.ResourceName',
    required: true,
    since: 31,
    description: 'Name of the resource; `claim:CLAIM/REQUEST` for a resource claim.',
  })
  name: string;
  @Field(2, listOf(() => ResourceHealth), {
    listType: 'map',
    listMapKeys: ['resourceID'],
    since: 31,
    description: 'The allocated devices and their health.',
  })
  resources?: ResourceHealth[];
}

@Struct('core.v1.LinuxContainerUser', { since: 31, description: 'User of the first process of a Linux container.' })
export class LinuxContainerUser {
  @Field(1, 'int64', { required: true, since: 31, description: 'User id.' }) uid: number;
  @Field(2, 'int64', { required: true, since: 31, description: 'Primary group id.' }) gid: number;
  @Field(3, listOf('int64'), { listType: 'atomic', since: 31, description: 'Supplementary group ids.' })
  supplementalGroups?: number[];
}

@Struct('core.v1.ContainerUser', { since: 31, description: 'User of the first process of a container.' })
export class ContainerUser {
  @Field(1, () => LinuxContainerUser, { pointer: true, since: 31, description: 'On Linux.' })
  linux?: LinuxContainerUser;
}

@Struct('core.v1.ImageVolumeStatus', { since: 36, description: 'The image of an image volume.' })
export class ImageVolumeStatus {
  @Field(1, 'string', { since: 36, description: 'Digest of the mounted image.' }) imageRef?: string;
}

@Struct('core.v1.VolumeStatus', { since: 36, description: 'Status of a mounted volume.' })
export class VolumeStatus {
  @Field(1, () => ImageVolumeStatus, {
    pointer: true,
    featureGate: 'ImageVolumeWithDigest',
    since: 36,
    description: 'Of an image volume.',
  })
  image?: ImageVolumeStatus;
}

@Struct('core.v1.VolumeMountStatus', { since: 30, description: 'Status of a volume mount.' })
export class VolumeMountStatus {
  @Field(1, 'string', { required: true, since: 30, description: 'Name of the mount in the container.' }) name: string;
  @Field(2, 'string', { required: true, since: 30, description: 'Path of the mount in the container.' })
  mountPath: string;
  @Field(3, 'bool', { since: 30, description: 'Whether the mount is read-only.' }) readOnly?: boolean;
  @Field(4, openEnumOf('Disabled', 'IfPossible', 'Enabled'), {
    goType: 'v1.RecursiveReadOnlyMode',
    pointer: true,
    since: 30,
    description: 'Whether mounts below are read-only too: Disabled, IfPossible or Enabled.',
  })
  recursiveReadOnly?: string;
  @Field(5, () => VolumeStatus, { pointer: true, since: 36, description: 'Status of the volume.' })
  volumeStatus?: VolumeStatus;
}

@Struct('core.v1.ContainerStatus', { description: 'Status of a container of a pod, reported by the node.' })
export class ContainerStatus {
  @Field(1, 'string', { required: true, description: 'Name of the container.' }) name: string;
  @Field(2, () => ContainerState, { description: 'Current state.' }) state?: ContainerState;
  @Field(3, () => ContainerState, { description: 'State before the last restart.' }) lastState?: ContainerState;
  @Field(4, 'bool', { required: true, description: 'Whether the readiness probe succeeds.' }) ready: boolean;
  @Field(5, 'int32', { required: true, description: 'Number of restarts.' }) restartCount: number;
  @Field(6, 'string', {
    required: true,
    description: 'Image that runs. May differ in spelling from the one in the spec.',
  })
  image: string;
  @Field(7, 'string', { required: true, description: 'Identifier of the image that runs.' }) imageID: string;
  @Field(8, 'string', { description: 'Runtime and identifier of the container: `containerd://ID`.' })
  containerID?: string;
  @Field(9, 'bool', { pointer: true, description: 'Whether the startup probe and the postStart hook succeeded.' })
  started?: boolean;
  @Field(10, mapOf('quantity'), {
    goType: 'v1.ResourceList',
    since: 27,
    description: 'Resource requests that the node has granted.',
  })
  allocatedResources?: Record<string, string>;
  @Field(11, () => ResourceRequirements, {
    pointer: true,
    featureGate: 'InPlacePodVerticalScaling',
    since: 27,
    description: 'Requests and limits that are applied to the running container.',
  })
  resources?: ResourceRequirements;
  @Field(12, listOf(() => VolumeMountStatus), {
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: 'merge',
    patchMergeKey: 'mountPath',
    since: 30,
    description: 'Status of the volume mounts.',
  })
  volumeMounts?: VolumeMountStatus[];
  @Field(13, () => ContainerUser, {
    pointer: true,
    featureGate: 'SupplementalGroupsPolicy',
    since: 31,
    description: 'User of the first process.',
  })
  user?: ContainerUser;
  @Field(14, listOf(() => ResourceStatus), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    featureGate: 'ResourceHealthStatus',
    since: 31,
    description: 'Health of the allocated devices.',
  })
  allocatedResourcesStatus?: ResourceStatus[];
  @Field(15, enumOf(...STOP_SIGNALS), {
    goType: 'v1.Signal',
    pointer: true,
    featureGate: 'ContainerStopSignals',
    since: 33,
    description: 'Signal that stops the container.',
  })
  stopSignal?: string;
}
