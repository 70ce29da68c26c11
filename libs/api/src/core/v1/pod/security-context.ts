import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../../definition/field-type.js';

@Struct('core.v1.SELinuxOptions', { description: 'SELinux labels of a container.' })
export class SELinuxOptions {
  @Field(1, 'string', { description: 'SELinux user.' }) user?: string;
  @Field(2, 'string', { description: 'SELinux role.' }) role?: string;
  @Field(3, 'string', { description: 'SELinux type.' }) type?: string;
  @Field(4, 'string', { description: 'SELinux level.' }) level?: string;
}

@Struct('core.v1.WindowsSecurityContextOptions', { description: 'Security settings of Windows containers.' })
export class WindowsSecurityContextOptions {
  @Field(1, 'string', { pointer: true, description: 'Name of the GMSA credential spec.' })
  gmsaCredentialSpecName?: string;
  @Field(2, 'string', { pointer: true, description: 'Content of the GMSA credential spec; set by a webhook.' })
  gmsaCredentialSpec?: string;
  @Field(3, 'string', { pointer: true, description: 'User of the main process. Default: that of the image.' })
  runAsUserName?: string;
  @Field(4, 'bool', {
    pointer: true,
    since: 22,
    description: 'Whether the container is a host process container. All containers of a pod are, or none.',
  })
  hostProcess?: boolean;
}

@Struct('core.v1.SeccompProfile', {
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
  description: 'Seccomp profile of a container.',
})
export class SeccompProfile {
  @Field(1, enumOf('Unconfined', 'RuntimeDefault', 'Localhost'), {
    goType: 'v1.SeccompProfileType',
    required: true,
    description: 'Localhost (a file of the node), RuntimeDefault or Unconfined.',
  })
  type: string;
  @Field(2, 'string', {
    pointer: true,
    description: 'Path of the profile below the seccomp directory of the node; with type Localhost only.',
  })
  localhostProfile?: string;
}

@Struct('core.v1.AppArmorProfile', {
  since: 30,
  unions: [{ discriminator: 'type', fields: { localhostProfile: 'LocalhostProfile' } }],
  description: 'AppArmor profile of a container.',
})
export class AppArmorProfile {
  @Field(1, enumOf('Unconfined', 'RuntimeDefault', 'Localhost'), {
    goType: 'v1.AppArmorProfileType',
    required: true,
    since: 30,
    description: 'Localhost (a loaded profile of the node), RuntimeDefault or Unconfined.',
  })
  type: string;
  @Field(2, 'string', {
    pointer: true,
    since: 30,
    description: 'Name of the loaded profile; with type Localhost only.',
  })
  localhostProfile?: string;
}

@Struct('core.v1.Capabilities', { description: 'Changes of the capabilities that a runtime gives.' })
export class Capabilities {
  @Field(1, listOf('string'), { goType: '[]v1.Capability', listType: 'atomic', description: 'Added capabilities.' })
  add?: string[];
  @Field(2, listOf('string'), {
    goType: '[]v1.Capability',
    listType: 'atomic',
    description: 'Removed capabilities; `ALL` removes all.',
  })
  drop?: string[];
}

@Struct('core.v1.SecurityContext', { description: 'Security settings of a container.' })
export class SecurityContext {
  @Field(1, () => Capabilities, {
    pointer: true,
    description: 'Capabilities to add and drop. Default: those of the runtime.',
  })
  capabilities?: Capabilities;
  @Field(2, 'bool', { pointer: true, description: 'Whether the container has all rights of the host. Default: false.' })
  privileged?: boolean;
  @Field(3, () => SELinuxOptions, {
    pointer: true,
    description: 'SELinux labels. Default: random ones from the runtime.',
  })
  seLinuxOptions?: SELinuxOptions;
  @Field(10, () => WindowsSecurityContextOptions, { pointer: true, description: 'Settings of Windows containers.' })
  windowsOptions?: WindowsSecurityContextOptions;
  @Field(4, 'int64', { pointer: true, description: 'User id of the main process. Default: that of the image.' })
  runAsUser?: number;
  @Field(8, 'int64', {
    pointer: true,
    description: 'Primary group id of the main process. Default: that of the runtime.',
  })
  runAsGroup?: number;
  @Field(5, 'bool', { pointer: true, description: 'Whether the node refuses to start the container as user 0.' })
  runAsNonRoot?: boolean;
  @Field(6, 'bool', { pointer: true, description: 'Whether the root file system is read-only. Default: false.' })
  readOnlyRootFilesystem?: boolean;
  @Field(7, 'bool', {
    pointer: true,
    description: 'Whether a process may gain more rights than its parent. Always true for privileged containers.',
  })
  allowPrivilegeEscalation?: boolean;
  @Field(9, enumOf('Default', 'Unmasked'), {
    goType: 'v1.ProcMountType',
    pointer: true,
    description: 'Mount of `/proc`: Default masks paths, Unmasked does not. Default: Default.',
  })
  procMount?: string;
  @Field(11, () => SeccompProfile, { pointer: true, description: 'Seccomp profile of the container.' })
  seccompProfile?: SeccompProfile;
  @Field(12, () => AppArmorProfile, { pointer: true, since: 30, description: 'AppArmor profile of the container.' })
  appArmorProfile?: AppArmorProfile;
}

@Struct('core.v1.Sysctl', { description: 'A kernel parameter.' })
export class Sysctl {
  @Field(1, 'string', { required: true, description: 'Name of the parameter.' }) name: string;
  @Field(2, 'string', { required: true, description: 'Value of the parameter.' }) value: string;
}

@Struct('core.v1.PodSecurityContext', {
  description: 'Security settings of a pod; those of a container override the ones that both have.',
})
export class PodSecurityContext {
  @Field(1, () => SELinuxOptions, {
    pointer: true,
    description: 'SELinux labels of all containers. Default: random ones from the runtime.',
  })
  seLinuxOptions?: SELinuxOptions;
  @Field(8, () => WindowsSecurityContextOptions, { pointer: true, description: 'Settings of Windows containers.' })
  windowsOptions?: WindowsSecurityContextOptions;
  @Field(2, 'int64', {
    pointer: true,
    description: 'User id of the main process of all containers. Default: that of the image.',
  })
  runAsUser?: number;
  @Field(6, 'int64', {
    pointer: true,
    description: 'Primary group id of the main process of all containers. Default: that of the runtime.',
  })
  runAsGroup?: number;
  @Field(3, 'bool', { pointer: true, description: 'Whether the node refuses to start containers as user 0.' })
  runAsNonRoot?: boolean;
  @Field(4, listOf('int64'), {
    listType: 'atomic',
    description: 'Supplementary groups of the first process of each container.',
  })
  supplementalGroups?: number[];
  @Field(5, 'int64', {
    pointer: true,
    description: 'Group that owns volumes which support it, and supplementary group of all containers.',
  })
  fsGroup?: number;
  @Field(7, listOf(() => Sysctl), {
    listType: 'atomic',
    description: 'Kernel parameters of the pod. The node refuses unsupported ones.',
  })
  sysctls?: Sysctl[];
  @Field(9, enumOf('OnRootMismatch', 'Always'), {
    goType: 'v1.PodFSGroupChangePolicy',
    pointer: true,
    description: 'When the owner of a volume is changed to `fsGroup`: Always or OnRootMismatch. Default: Always.',
  })
  fsGroupChangePolicy?: string;
  @Field(10, () => SeccompProfile, { pointer: true, description: 'Seccomp profile of all containers.' })
  seccompProfile?: SeccompProfile;
  @Field(11, () => AppArmorProfile, { pointer: true, since: 30, description: 'AppArmor profile of all containers.' })
  appArmorProfile?: AppArmorProfile;
  @Field(12, enumOf('Merge', 'Strict'), {
    goType: 'v1.SupplementalGroupsPolicy',
    pointer: true,
    featureGate: 'SupplementalGroupsPolicy',
    since: 31,
    description: "Merge adds the groups of the image's user, Strict does not. Default: Merge.",
  })
  supplementalGroupsPolicy?: string;
  @Field(13, openEnumOf('Recursive', 'MountOption'), {
    goType: 'v1.PodSELinuxChangePolicy',
    pointer: true,
    featureGate: 'SELinuxChangePolicy',
    since: 32,
    description: 'How SELinux labels are applied to volumes: MountOption or Recursive.',
  })
  seLinuxChangePolicy?: string;
}
