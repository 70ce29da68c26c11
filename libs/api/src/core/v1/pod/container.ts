import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { EnvFromSource, EnvVar } from './container-environment.js';
import { Lifecycle, Probe } from './probe.js';
import { SecurityContext } from './security-context.js';
import { ResourceRequirements } from '../resource-requirements.js';

@Struct('core.v1.ContainerPort')
export class ContainerPort {
  @Field(1, 'string') name?: string;
  @Field(2, 'int32') hostPort?: number;
  @Field(3, 'int32', { required: true }) containerPort: number;
  @Field(4, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', default: 'TCP' }) protocol?: string;
  @Field(5, 'string') hostIP?: string;
}

@Struct('core.v1.VolumeMount')
export class VolumeMount {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, 'bool') readOnly?: boolean;
  @Field(3, 'string', { required: true }) mountPath: string;
  @Field(4, 'string') subPath?: string;
  @Field(5, enumOf('None', 'HostToContainer', 'Bidirectional'), { goType: 'v1.MountPropagationMode', pointer: true })
  mountPropagation?: string;
  @Field(6, 'string') subPathExpr?: string;
  @Field(7, enumOf('Disabled', 'IfPossible', 'Enabled'), {
    goType: 'v1.RecursiveReadOnlyMode',
    pointer: true,
    since: 30,
  })
  recursiveReadOnly?: string;
}

@Struct('core.v1.VolumeDevice')
export class VolumeDevice {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, 'string', { required: true }) devicePath: string;
}

@Struct('core.v1.ContainerResizePolicy', { since: 27 })
export class ContainerResizePolicy {
  @Field(1, 'string', { goType: 'v1.ResourceName', required: true, since: 27 }) resourceName: string;
  @Field(2, enumOf('NotRequired', 'RestartContainer'), {
    goType: 'v1.ResourceResizeRestartPolicy',
    required: true,
    since: 27,
  })
  restartPolicy: string;
}

@Struct('core.v1.ContainerRestartRuleOnExitCodes', { since: 34 })
export class ContainerRestartRuleOnExitCodes {
  @Field(1, enumOf('In', 'NotIn'), { since: 34 }) operator?: string;
  @Field(2, listOf('int32'), { listType: 'set', since: 34 }) values?: number[];
}

@Struct('core.v1.ContainerRestartRule', { since: 34 })
export class ContainerRestartRule {
  @Field(1, enumOf('Restart', 'RestartAllContainers'), { since: 34 }) action?: string;
  @Field(2, () => ContainerRestartRuleOnExitCodes, { pointer: true, since: 34 })
  exitCodes?: ContainerRestartRuleOnExitCodes;
}

@Struct('core.v1.Container', { description: 'A container of a pod.' })
export class Container {
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
  @Field(24, enumOf('Always', 'Never', 'OnFailure'), { goType: 'v1.ContainerRestartPolicy', pointer: true, since: 28 })
  restartPolicy?: string;
  @Field(25, listOf(() => ContainerRestartRule), {
    listType: 'atomic',
    featureGate: 'ContainerRestartRules',
    since: 34,
  })
  restartPolicyRules?: ContainerRestartRule[];
}
