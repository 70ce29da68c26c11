import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';

@Struct('core.v1.SELinuxOptions')
export class SELinuxOptions {
  @Field(1, 'string') user?: string;
  @Field(2, 'string') role?: string;
  @Field(3, 'string') type?: string;
  @Field(4, 'string') level?: string;
}

@Struct('core.v1.WindowsSecurityContextOptions')
export class WindowsSecurityContextOptions {
  @Field(1, 'string', { pointer: true }) gmsaCredentialSpecName?: string;
  @Field(2, 'string', { pointer: true }) gmsaCredentialSpec?: string;
  @Field(3, 'string', { pointer: true }) runAsUserName?: string;
  @Field(4, 'bool', { pointer: true, since: 22 }) hostProcess?: boolean;
}

@Struct('core.v1.SeccompProfile')
export class SeccompProfile {
  @Field(1, enumOf('Unconfined', 'RuntimeDefault', 'Localhost'), { goType: 'v1.SeccompProfileType', required: true })
  type: string;
  @Field(2, 'string', { pointer: true }) localhostProfile?: string;
}

@Struct('core.v1.AppArmorProfile', { since: 30 })
export class AppArmorProfile {
  @Field(1, enumOf('Unconfined', 'RuntimeDefault', 'Localhost'), {
    goType: 'v1.AppArmorProfileType',
    required: true,
    since: 30,
  })
  type: string;
  @Field(2, 'string', { pointer: true, since: 30 }) localhostProfile?: string;
}

@Struct('core.v1.Capabilities')
export class Capabilities {
  @Field(1, listOf('string'), { goType: '[]v1.Capability', listType: 'atomic' }) add?: string[];
  @Field(2, listOf('string'), { goType: '[]v1.Capability', listType: 'atomic' }) drop?: string[];
}

@Struct('core.v1.SecurityContext')
export class SecurityContext {
  @Field(1, () => Capabilities, { pointer: true }) capabilities?: Capabilities;
  @Field(2, 'bool', { pointer: true }) privileged?: boolean;
  @Field(3, () => SELinuxOptions, { pointer: true }) seLinuxOptions?: SELinuxOptions;
  @Field(10, () => WindowsSecurityContextOptions, { pointer: true }) windowsOptions?: WindowsSecurityContextOptions;
  @Field(4, 'int64', { pointer: true }) runAsUser?: number;
  @Field(8, 'int64', { pointer: true }) runAsGroup?: number;
  @Field(5, 'bool', { pointer: true }) runAsNonRoot?: boolean;
  @Field(6, 'bool', { pointer: true }) readOnlyRootFilesystem?: boolean;
  @Field(7, 'bool', { pointer: true }) allowPrivilegeEscalation?: boolean;
  @Field(9, enumOf('Default', 'Unmasked'), { goType: 'v1.ProcMountType', pointer: true }) procMount?: string;
  @Field(11, () => SeccompProfile, { pointer: true }) seccompProfile?: SeccompProfile;
  @Field(12, () => AppArmorProfile, { pointer: true, since: 30 }) appArmorProfile?: AppArmorProfile;
}

@Struct('core.v1.Sysctl')
export class Sysctl {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, 'string', { required: true }) value: string;
}

@Struct('core.v1.PodSecurityContext')
export class PodSecurityContext {
  @Field(1, () => SELinuxOptions, { pointer: true }) seLinuxOptions?: SELinuxOptions;
  @Field(8, () => WindowsSecurityContextOptions, { pointer: true }) windowsOptions?: WindowsSecurityContextOptions;
  @Field(2, 'int64', { pointer: true }) runAsUser?: number;
  @Field(6, 'int64', { pointer: true }) runAsGroup?: number;
  @Field(3, 'bool', { pointer: true }) runAsNonRoot?: boolean;
  @Field(4, listOf('int64'), { listType: 'atomic' }) supplementalGroups?: number[];
  @Field(5, 'int64', { pointer: true }) fsGroup?: number;
  @Field(7, listOf(() => Sysctl), { listType: 'atomic' }) sysctls?: Sysctl[];
  @Field(9, enumOf('OnRootMismatch', 'Always'), { goType: 'v1.PodFSGroupChangePolicy', pointer: true })
  fsGroupChangePolicy?: string;
  @Field(10, () => SeccompProfile, { pointer: true }) seccompProfile?: SeccompProfile;
  @Field(11, () => AppArmorProfile, { pointer: true, since: 30 }) appArmorProfile?: AppArmorProfile;
  @Field(12, enumOf('Merge', 'Strict'), {
    goType: 'v1.SupplementalGroupsPolicy',
    pointer: true,
    featureGate: 'SupplementalGroupsPolicy',
    since: 31,
  })
  supplementalGroupsPolicy?: string;
  @Field(13, enumOf('Recursive', 'MountOption'), {
    goType: 'v1.PodSELinuxChangePolicy',
    pointer: true,
    featureGate: 'SELinuxChangePolicy',
    since: 32,
  })
  seLinuxChangePolicy?: string;
}
