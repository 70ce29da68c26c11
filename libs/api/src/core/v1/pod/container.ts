import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { EnvFromSource, EnvVar } from './container-environment.js';
import { Lifecycle, Probe } from './probe.js';
import { SecurityContext } from './security-context.js';
import { ResourceRequirements } from '../resource-requirements.js';

@Struct('core.v1.ContainerPort', { description: 'A port on which a container listens.' })
export class ContainerPort {
  @Field(1, 'string', { description: 'Name of the port, unique in the pod; services may refer to it.' }) name?: string;
  @Field(2, 'int32', {
    description:
      'Port of the node that leads to the container, 1 to 65535. Equal to `containerPort` in the network of the host.',
  })
  hostPort?: number;
  @Field(3, 'int32', { required: true, description: 'Port of the container, 1 to 65535.' }) containerPort: number;
  @Field(4, enumOf('TCP', 'UDP', 'SCTP'), {
    goType: 'v1.Protocol',
    default: 'TCP',
    documentedDefault: 'own',
    description: 'TCP, UDP or SCTP. Default: TCP.',
  })
  protocol?: string;
  @Field(5, 'string', { description: 'Address of the node for `hostPort`. Default: all addresses.' }) hostIP?: string;
}

@Struct('core.v1.VolumeMount', { description: 'A volume in the file system of a container.' })
export class VolumeMount {
  @Field(1, 'string', { required: true, description: 'Name of the volume of the pod.' }) name: string;
  @Field(2, 'bool', { description: 'Whether the mount is read-only. Default: false.' }) readOnly?: boolean;
  @Field(3, 'string', { required: true, description: 'Path in the container; no colon.' }) mountPath: string;
  @Field(4, 'string', { description: 'Path in the volume that is mounted. Default: its root.' }) subPath?: string;
  @Field(5, enumOf('None', 'HostToContainer', 'Bidirectional'), {
    goType: 'v1.MountPropagationMode',
    pointer: true,
    description:
      'Propagation of mounts between host and container: None, HostToContainer or Bidirectional. Default: None.',
  })
  mountPropagation?: string;
  @Field(6, 'string', {
    description: 'As `subPath`, with `$(NAME)` replaced by environment variables. Only one of both.',
  })
  subPathExpr?: string;
  @Field(7, openEnumOf('Disabled', 'IfPossible', 'Enabled'), {
    goType: 'v1.RecursiveReadOnlyMode',
    pointer: true,
    since: 30,
    description: 'Whether mounts below a read-only mount are read-only too: Disabled (default), IfPossible or Enabled.',
  })
  recursiveReadOnly?: string;
}

@Struct('core.v1.VolumeDevice', { description: 'A block device in a container.' })
export class VolumeDevice {
  @Field(1, 'string', { required: true, description: "Name of the claim's volume of the pod." }) name: string;
  @Field(2, 'string', { required: true, description: 'Path of the device in the container.' }) devicePath: string;
}

@Struct('core.v1.ContainerResizePolicy', {
  since: 27,
  description: 'What a change of a resource does to a running container.',
})
export class ContainerResizePolicy {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 27, description: 'Resource: cpu or memory.' })
  resourceName: string;
  @Field(2, openEnumOf('NotRequired', 'RestartContainer'), {
    goType: 'v1.ResourceResizeRestartPolicy',
    required: true,
    since: 27,
    description: 'NotRequired or RestartContainer. Default: NotRequired.',
  })
  restartPolicy: string;
}

@Struct('core.v1.ContainerRestartRuleOnExitCodes', {
  since: 34,
  description: 'A condition on the exit code of a container.',
})
export class ContainerRestartRuleOnExitCodes {
  @Field(1, enumOf('In', 'NotIn'), { since: 34, description: 'Relation of exit code and values: In or NotIn.' })
  operator?: string;
  @Field(2, listOf('int32'), { listType: 'set', since: 34, description: 'Exit codes, at most 255.' }) values?: number[];
}

@Struct('core.v1.ContainerRestartRule', {
  since: 34,
  description: 'A rule about what follows the exit of a container.',
})
export class ContainerRestartRule {
  @Field(1, enumOf('Restart', 'RestartAllContainers'), {
    since: 34,
    description: 'What is done when the exit matches: Restart or RestartAllContainers.',
  })
  action?: string;
  @Field(2, () => ContainerRestartRuleOnExitCodes, {
    pointer: true,
    since: 34,
    description: 'Exit codes to which the rule applies.',
  })
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

@Struct('core.v1.Container', { description: 'A container of a pod.' })
export class Container {
  @Field(1, 'string', {
    required: true,
    description: 'Name of the container, a DNS label unique in the pod. Cannot be changed.',
  })
  name: string;
  @Field(2, 'string', { description: 'Image of the container.' }) image?: string;
  @Field(3, listOf('string'), {
    listType: 'atomic',
    description:
      'Program and first arguments, without a shell. Default: the entrypoint of the image. `$(NAME)` is replaced by environment variables.',
  })
  command?: string[];
  @Field(4, listOf('string'), {
    listType: 'atomic',
    description:
      'Arguments of the program. Default: the command of the image. `$(NAME)` is replaced by environment variables.',
  })
  args?: string[];
  @Field(5, 'string', { description: 'Working directory. Default: that of the image.' }) workingDir?: string;
  @Field(6, listOf(() => ContainerPort), {
    listType: 'map',
    listMapKeys: ['containerPort', 'protocol'],
    patchStrategy: 'merge',
    patchMergeKey: 'containerPort',
    description: 'Ports on which the container listens. For information: a port is reachable without it.',
  })
  ports?: ContainerPort[];
  @Field(19, listOf(() => EnvFromSource), {
    listType: 'atomic',
    description: 'Sources of environment variables; the last source of a name wins, and `env` wins over all.',
  })
  envFrom?: EnvFromSource[];
  @Field(7, listOf(() => EnvVar), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
    description: 'Environment variables.',
  })
  env?: EnvVar[];
  @Field(8, () => ResourceRequirements, { description: 'Resources that the container requests and is limited to.' })
  resources?: ResourceRequirements;
  @Field(9, listOf(() => VolumeMount), {
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: 'merge',
    patchMergeKey: 'mountPath',
    description: 'Volumes mounted in the container.',
  })
  volumeMounts?: VolumeMount[];
  @Field(21, listOf(() => VolumeDevice), {
    listType: 'map',
    listMapKeys: ['devicePath'],
    patchStrategy: 'merge',
    patchMergeKey: 'devicePath',
    description: 'Block devices of the container.',
  })
  volumeDevices?: VolumeDevice[];
  @Field(10, () => Probe, { pointer: true, description: 'The container is restarted when this probe fails.' })
  livenessProbe?: Probe;
  @Field(11, () => Probe, {
    pointer: true,
    description: 'The pod receives traffic of services only while this probe succeeds.',
  })
  readinessProbe?: Probe;
  @Field(22, () => Probe, {
    pointer: true,
    description: 'The other probes start after this one has succeeded; the container is restarted when it fails.',
  })
  startupProbe?: Probe;
  @Field(12, () => Lifecycle, {
    pointer: true,
    description: 'Actions after the start and before the stop of the container.',
  })
  lifecycle?: Lifecycle;
  @Field(13, 'string', {
    default: '/dev/termination-log',
    description:
      'File in the container whose content becomes its termination message, at most 4096 bytes. Default: /dev/termination-log.',
  })
  terminationMessagePath?: string;
  @Field(20, enumOf('File', 'FallbackToLogsOnError'), {
    goType: 'v1.TerminationMessagePolicy',
    default: 'File',
    description:
      'File takes the message from the file; FallbackToLogsOnError takes the end of the log when the file is empty and the container failed. Default: File.',
  })
  terminationMessagePolicy?: string;
  @Field(14, enumOf('Always', 'Never', 'IfNotPresent'), {
    goType: 'v1.PullPolicy',
    description: 'Always, Never or IfNotPresent. Default: Always for the tag `latest`, otherwise IfNotPresent.',
  })
  imagePullPolicy?: string;
  @Field(15, () => SecurityContext, {
    pointer: true,
    description: 'Security settings of the container; they override those of the pod.',
  })
  securityContext?: SecurityContext;
  @Field(16, 'bool', {
    description:
      'Whether the container gets a buffer for standard input. Default: false, reads return the end of file.',
  })
  stdin?: boolean;
  @Field(17, 'bool', {
    description: 'Whether standard input is closed after the first attached client disconnects. Default: false.',
  })
  stdinOnce?: boolean;
  @Field(18, 'bool', { description: 'Whether the container gets a terminal; requires `stdin`. Default: false.' })
  tty?: boolean;
  @Field(23, listOf(() => ContainerResizePolicy), {
    listType: 'atomic',
    featureGate: 'InPlacePodVerticalScaling',
    since: 27,
    description: 'What a change of a resource does to the running container.',
  })
  resizePolicy?: ContainerResizePolicy[];
  @Field(24, openEnumOf('Always', 'Never', 'OnFailure'), {
    goType: 'v1.ContainerRestartPolicy',
    pointer: true,
    since: 28,
    description:
      'Restart policy of this container, over that of the pod. Always on an init container makes it a sidecar, which runs as long as the main containers.',
  })
  restartPolicy?: string;
  @Field(25, listOf(() => ContainerRestartRule), {
    listType: 'atomic',
    featureGate: 'ContainerRestartRules',
    since: 34,
    description: 'Rules checked in order when the container exits; without a match `restartPolicy` applies.',
  })
  restartPolicyRules?: ContainerRestartRule[];
}
