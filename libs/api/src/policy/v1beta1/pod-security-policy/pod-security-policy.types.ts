import { SELinuxOptions } from '../../../core/v1/pod/security-context.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

/** Last release with these structs. */
const ENDED = { last: 28 } as const;

@Struct('policy.v1beta1.AllowedHostPath', { ...ENDED, description: 'Directory of the host that pods may mount.' })
export class AllowedHostPath {
  @Field(1, 'string', { ...ENDED, description: 'Prefix of allowed paths.' }) pathPrefix?: string;
  @Field(2, 'bool', { ...ENDED, description: 'Mounts must be read-only.' }) readOnly?: boolean;
}

@Struct('policy.v1beta1.AllowedFlexVolume', { ...ENDED, description: 'Flexvolume driver that pods may use.' })
export class AllowedFlexVolume {
  @Field(1, 'string', { required: true, ...ENDED, description: 'Name of the driver.' }) driver: string;
}

@Struct('policy.v1beta1.AllowedCSIDriver', {
  ...ENDED,
  description: 'CSI driver that pods may use for inline volumes.',
})
export class AllowedCSIDriver {
  @Field(1, 'string', { required: true, ...ENDED, description: 'Name of the driver.' }) name: string;
}

@Struct('policy.v1beta1.HostPortRange', { ...ENDED, description: 'Range of ports of the host, both ends included.' })
export class HostPortRange {
  @Field(1, 'int32', { required: true, ...ENDED, description: 'First port.' }) min: number;
  @Field(2, 'int32', { required: true, ...ENDED, description: 'Last port.' }) max: number;
}

@Struct('policy.v1beta1.IDRange', { ...ENDED, description: 'Range of numeric ids, both ends included.' })
export class IDRange {
  @Field(1, 'int64', { required: true, ...ENDED, description: 'First id.' }) min: number;
  @Field(2, 'int64', { required: true, ...ENDED, description: 'Last id.' }) max: number;
}

@Struct('policy.v1beta1.SELinuxStrategyOptions', { ...ENDED, description: 'SELinux labels that pods may set.' })
export class SELinuxStrategyOptions {
  @Field(1, enumOf('MustRunAs', 'RunAsAny'), { goType: 'v1beta1.SELinuxStrategy', required: true, ...ENDED, description: 'How labels are restricted.' }) // prettier-ignore
  rule: string;
  @Field(2, () => SELinuxOptions, { pointer: true, ...ENDED, description: 'Labels that pods must have.' })
  seLinuxOptions?: SELinuxOptions;
}

@Struct('policy.v1beta1.RunAsUserStrategyOptions', { ...ENDED, description: 'Users that containers may run as.' })
export class RunAsUserStrategyOptions {
  @Field(1, enumOf('MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'), { goType: 'v1beta1.RunAsUserStrategy', required: true, ...ENDED, description: 'How users are restricted.' }) // prettier-ignore
  rule: string;
  @Field(2, listOf(() => IDRange), { ...ENDED, description: 'Allowed ids, for the rule MustRunAs.' })
  ranges?: IDRange[];
}

@Struct('policy.v1beta1.RunAsGroupStrategyOptions', { ...ENDED, description: 'Groups that containers may run as.' })
export class RunAsGroupStrategyOptions {
  @Field(1, enumOf('MustRunAs', 'MayRunAs', 'RunAsAny'), { goType: 'v1beta1.RunAsGroupStrategy', required: true, ...ENDED, description: 'How groups are restricted.' }) // prettier-ignore
  rule: string;
  @Field(2, listOf(() => IDRange), { ...ENDED, description: 'Allowed ids.' }) ranges?: IDRange[];
}

@Struct('policy.v1beta1.FSGroupStrategyOptions', { ...ENDED, description: 'Groups that may own volumes.' })
export class FSGroupStrategyOptions {
  @Field(1, enumOf('MustRunAs', 'MayRunAs', 'RunAsAny'), { goType: 'v1beta1.FSGroupStrategyType', ...ENDED, description: 'How groups are restricted.' }) // prettier-ignore
  rule?: string;
  @Field(2, listOf(() => IDRange), { ...ENDED, description: 'Allowed ids.' }) ranges?: IDRange[];
}

@Struct('policy.v1beta1.SupplementalGroupsStrategyOptions', { ...ENDED, description: 'Further groups that containers may have.' }) // prettier-ignore
export class SupplementalGroupsStrategyOptions {
  @Field(1, enumOf('MustRunAs', 'MayRunAs', 'RunAsAny'), { goType: 'v1beta1.SupplementalGroupsStrategyType', ...ENDED, description: 'How groups are restricted.' }) // prettier-ignore
  rule?: string;
  @Field(2, listOf(() => IDRange), { ...ENDED, description: 'Allowed ids.' }) ranges?: IDRange[];
}

@Struct('policy.v1beta1.RuntimeClassStrategyOptions', { ...ENDED, description: 'Runtime classes that pods may use.' })
export class RuntimeClassStrategyOptions {
  @Field(1, listOf('string'), { required: true, ...ENDED, description: 'Allowed names; `*` allows all.' })
  allowedRuntimeClassNames: string[] | null;
  @Field(2, 'string', { pointer: true, ...ENDED, description: 'Class of pods that name none.' })
  defaultRuntimeClassName?: string;
}

const capabilities = (description: string) => ({ goType: '[]v1.Capability', ...ENDED, description });

@Struct('policy.v1beta1.PodSecurityPolicySpec', { ...ENDED, description: 'Limits of the security settings of pods.' })
export class PodSecurityPolicySpec {
  @Field(1, 'bool', { ...ENDED, description: 'Pods may be privileged.' }) privileged?: boolean;
  @Field(2, listOf('string'), capabilities('Added to containers that do not drop them.'))
  defaultAddCapabilities?: string[];
  @Field(3, listOf('string'), capabilities('Dropped from containers.')) requiredDropCapabilities?: string[];
  @Field(4, listOf('string'), capabilities('May be added by containers; `*` allows all.'))
  allowedCapabilities?: string[];
  @Field(5, listOf('string'), { goType: '[]v1beta1.FSType', ...ENDED, description: 'Allowed kinds of volumes; `*` allows all, none by default.' }) // prettier-ignore
  volumes?: string[];
  @Field(6, 'bool', { ...ENDED, description: 'Pods may use the network of the host.' }) hostNetwork?: boolean;
  @Field(7, listOf(() => HostPortRange), { ...ENDED, description: 'Ports of the host that pods may use.' })
  hostPorts?: HostPortRange[];
  @Field(8, 'bool', { ...ENDED, description: 'Pods may use the process ids of the host.' }) hostPID?: boolean;
  @Field(9, 'bool', { ...ENDED, description: 'Pods may use the IPC of the host.' }) hostIPC?: boolean;
  @Field(10, () => SELinuxStrategyOptions, { required: true, ...ENDED, description: 'SELinux labels.' })
  seLinux: SELinuxStrategyOptions;
  @Field(11, () => RunAsUserStrategyOptions, { required: true, ...ENDED, description: 'Users.' })
  runAsUser: RunAsUserStrategyOptions;
  @Field(22, () => RunAsGroupStrategyOptions, { pointer: true, ...ENDED, description: 'Groups.' })
  runAsGroup?: RunAsGroupStrategyOptions;
  @Field(12, () => SupplementalGroupsStrategyOptions, { required: true, ...ENDED, description: 'Further groups.' })
  supplementalGroups: SupplementalGroupsStrategyOptions;
  @Field(13, () => FSGroupStrategyOptions, { required: true, ...ENDED, description: 'Groups of volumes.' })
  fsGroup: FSGroupStrategyOptions;
  @Field(14, 'bool', { ...ENDED, description: 'Root file systems must be read-only.' })
  readOnlyRootFilesystem?: boolean;
  @Field(15, 'bool', { pointer: true, ...ENDED, description: 'Whether processes may gain privileges, where a container does not say.' }) // prettier-ignore
  defaultAllowPrivilegeEscalation?: boolean;
  @Field(16, 'bool', { pointer: true, default: true, ...ENDED, description: 'Whether containers may allow it. Default true.' }) // prettier-ignore
  allowPrivilegeEscalation?: boolean;
  @Field(17, listOf(() => AllowedHostPath), { ...ENDED, description: 'Allowed host paths; empty: all.' })
  allowedHostPaths?: AllowedHostPath[];
  @Field(18, listOf(() => AllowedFlexVolume), { ...ENDED, description: 'Allowed flexvolume drivers; empty: all.' })
  allowedFlexVolumes?: AllowedFlexVolume[];
  @Field(23, listOf(() => AllowedCSIDriver), { ...ENDED, description: 'Allowed CSI drivers; empty: all.' })
  allowedCSIDrivers?: AllowedCSIDriver[];
  @Field(19, listOf('string'), { ...ENDED, description: 'Unsafe sysctls that pods may set, or prefixes that end with `*`.' }) // prettier-ignore
  allowedUnsafeSysctls?: string[];
  @Field(20, listOf('string'), { ...ENDED, description: 'Sysctls that pods may not set, or prefixes that end with `*`.' }) // prettier-ignore
  forbiddenSysctls?: string[];
  @Field(21, listOf(enumOf('Default', 'Unmasked')), { goType: '[]v1.ProcMountType', ...ENDED, description: 'Allowed proc mounts; empty: Default.' }) // prettier-ignore
  allowedProcMountTypes?: string[];
  @Field(24, () => RuntimeClassStrategyOptions, {
    pointer: true,
    ...ENDED,
    description: 'Runtime classes; absent: all.',
  })
  runtimeClass?: RuntimeClassStrategyOptions;
}

@Struct('policy.v1beta1.PodSecurityPolicy', {
  typeMeta: true,
  ...ENDED,
  description:
    'Limits the security settings of pods. Stored only: namespaces are restricted by the built-in pod security admission.',
})
export class PodSecurityPolicy extends KindObject {
  @Field(1, () => ObjectMeta, ENDED) metadata: ObjectMeta;
  @Field(2, () => PodSecurityPolicySpec, ENDED) spec?: PodSecurityPolicySpec;
}
