import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';
import { EnvFromSource, EnvVar } from './container-environment.js';
import {
  ContainerPort,
  ContainerResizePolicy,
  ContainerRestartRule,
  VolumeDevice,
  VolumeMount,
  Container,
} from './container.js';
import { Lifecycle, Probe } from './probe.js';
import { SecurityContext } from './security-context.js';
import { ResourceRequirements } from '../resource-requirements.js';

@Struct('core.v1.EphemeralContainerCommon', {
  description: 'The fields that an ephemeral container has in common with a container.',
})
export class EphemeralContainerCommon {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, 'string') image?: string;
  @Field(3, listOf('string'), { listType: 'atomic' }) command?: string[];
  @Field(4, listOf('string'), { listType: 'atomic' }) args?: string[];
  @Field(5, 'string') workingDir?: string;
  @Field(6, listOf(() => ContainerPort), {
    listType: 'map',
    listMapKeys: ['containerPort', 'protocol'],
    patchStrategy: 'merge',
    patchMergeKey: 'containerPort',
  })
  ports?: ContainerPort[];
  @Field(19, listOf(() => EnvFromSource), { listType: 'atomic' }) envFrom?: EnvFromSource[];
  @Field(7, listOf(() => EnvVar), {
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  env?: EnvVar[];
  @Field(8, () => ResourceRequirements) resources?: ResourceRequirements;
  @Field(9, listOf(() => VolumeMount), {
    listType: 'map',
    listMapKeys: ['mountPath'],
    patchStrategy: 'merge',
    patchMergeKey: 'mountPath',
  })
  volumeMounts?: VolumeMount[];
  @Field(21, listOf(() => VolumeDevice), {
    listType: 'map',
    listMapKeys: ['devicePath'],
    patchStrategy: 'merge',
    patchMergeKey: 'devicePath',
  })
  volumeDevices?: VolumeDevice[];
  @Field(10, () => Probe, { pointer: true }) livenessProbe?: Probe;
  @Field(11, () => Probe, { pointer: true }) readinessProbe?: Probe;
  @Field(22, () => Probe, { pointer: true }) startupProbe?: Probe;
  @Field(12, () => Lifecycle, { pointer: true }) lifecycle?: Lifecycle;
  @Field(13, 'string', { default: '/dev/termination-log' }) terminationMessagePath?: string;
  @Field(20, enumOf('File', 'FallbackToLogsOnError'), { goType: 'v1.TerminationMessagePolicy', default: 'File' })
  terminationMessagePolicy?: string;
  @Field(14, enumOf('Always', 'Never', 'IfNotPresent'), { goType: 'v1.PullPolicy' }) imagePullPolicy?: string;
  @Field(15, () => SecurityContext, { pointer: true }) securityContext?: SecurityContext;
  @Field(16, 'bool') stdin?: boolean;
  @Field(17, 'bool') stdinOnce?: boolean;
  @Field(18, 'bool') tty?: boolean;
  @Field(23, listOf(() => ContainerResizePolicy), {
    listType: 'atomic',
    featureGate: 'InPlacePodVerticalScaling',
    since: 27,
  })
  resizePolicy?: ContainerResizePolicy[];
  @Field(24, openEnumOf('Always', 'Never', 'OnFailure'), {
    goType: 'v1.ContainerRestartPolicy',
    pointer: true,
    since: 28,
  })
  restartPolicy?: string;
  @Field(25, listOf(() => ContainerRestartRule), {
    listType: 'atomic',
    featureGate: 'ContainerRestartRules',
    since: 34,
  })
  restartPolicyRules?: ContainerRestartRule[];
}

@Struct('core.v1.EphemeralContainer', {
  inline: [{ number: 1, type: () => EphemeralContainerCommon }],
  description:
    'A container added to a running pod for debugging. It is not restarted, has no guaranteed resources, and cannot be changed or removed.',
  describedAs: () => Container,
})
export class EphemeralContainer extends EphemeralContainerCommon {
  @Field(2, 'string', {
    description: 'Container whose process namespaces the ephemeral container enters. Default: those of the pod.',
  })
  targetContainerName?: string;
}
