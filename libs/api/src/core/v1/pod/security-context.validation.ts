import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf, validateRange } from '../../../validation/values.js';
import type { PodRules } from './pod-rules.js';
import type { PodSpec } from './pod-spec.js';
import { validateAppArmor, validateSeccomp } from './profiles.validation.js';
import type { SecurityContext } from './security-context.js';
import { validateSysctls } from './sysctls.validation.js';
import { validateWindowsOptions } from './windows-options.validation.js';

/** User and group ids. */
const MAX_ID = 2 ** 31 - 1;

/** The id of a user or of a group. */
export const validateId = (path: FieldPath, id: number | undefined): FieldError[] => validateRange(path, id, 0, MAX_ID);

/** Pod-level security context: the default for its containers. */
export function validatePodSecurity(path: FieldPath, spec: PodSpec, rules: PodRules): FieldError[] {
  const { securityContext: context = {}, hostPID, shareProcessNamespace } = spec;
  const at = path.child('securityContext');
  return [
    ...validateId(at.child('fsGroup'), context.fsGroup),
    ...validateId(at.child('runAsUser'), context.runAsUser),
    ...validateId(at.child('runAsGroup'), context.runAsGroup),
    ...(context.supplementalGroups ?? []).flatMap((id, index) =>
      validateId(at.child('supplementalGroups').index(index), id),
    ),
    ...(shareProcessNamespace && hostPID
      ? [
          fieldError.invalid(
            at.child('shareProcessNamespace'),
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
    ...validateSysctls(at.child('sysctls'), spec),
    ...validateOneOf(at.child('fsGroupChangePolicy'), context.fsGroupChangePolicy, ['Always', 'OnRootMismatch']),
    ...validateOneOf(at.child('supplementalGroupsPolicy'), context.supplementalGroupsPolicy, ['Merge', 'Strict']),
    ...validateOneOf(at.child('seLinuxChangePolicy'), context.seLinuxChangePolicy, changePolicies(rules)),
    ...(context.seccompProfile ? validateSeccomp(at.child('seccompProfile'), context.seccompProfile) : []),
    ...(context.appArmorProfile ? validateAppArmor(at.child('appArmorProfile'), context.appArmorProfile) : []),
    ...(context.windowsOptions ? validateWindowsOptions(at.child('windowsOptions'), context.windowsOptions) : []),
    ...validateHostUsers(path, spec),
  ];
}

/** Without the feature that mounts with labels, volumes can only be relabeled, unless the existing object names any policy. */
const changePolicies = ({ features, existing }: PodRules): readonly string[] =>
  features.enabled('SELinuxMount') || existing?.securityContext?.seLinuxChangePolicy !== undefined
    ? ['MountOption', 'Recursive']
    : ['Recursive'];

/** Fields that share a namespace of the host, and what kube-apiserver calls them here. */
const HOST_NAMESPACES = [
  ['hostNetwork', 'hostNetwork'],
  ['hostPID', 'HostPID'],
  ['hostIPC', 'HostIPC'],
] as const;

/** Users of the pod's own are not those of the host's namespaces. */
function validateHostUsers(path: FieldPath, spec: PodSpec): FieldError[] {
  if (spec.hostUsers !== false) return [];
  return HOST_NAMESPACES.filter(([field]) => spec[field]).map(([, shown]) =>
    fieldError.forbidden(path.child(shown), 'when `pod.Spec.HostUsers` is false'),
  );
}

/** @param hostUsers whether the users of the pod are those of the host. */
export function validateSecurity(path: FieldPath, context: SecurityContext, hostUsers: boolean): FieldError[] {
  const { privileged, allowPrivilegeEscalation, capabilities, procMount } = context;
  const errors = [
    ...validateId(path.child('runAsUser'), context.runAsUser),
    ...validateId(path.child('runAsGroup'), context.runAsGroup),
    ...validateOneOf(path.child('procMount'), procMount, ['Default', 'Unmasked']),
    ...(context.seccompProfile ? validateSeccomp(path.child('seccompProfile'), context.seccompProfile) : []),
    ...(context.appArmorProfile ? validateAppArmor(path.child('appArmorProfile'), context.appArmorProfile) : []),
    ...(context.windowsOptions ? validateWindowsOptions(path.child('windowsOptions'), context.windowsOptions) : []),
  ];
  if (procMount === 'Unmasked' && hostUsers) {
    errors.push(fieldError.invalid(path.child('procMount'), procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  if (allowPrivilegeEscalation !== false) return errors;
  if (privileged) {
    errors.push(
      fieldError.invalid(path, context, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true'),
    );
  }
  if (capabilities?.add?.includes('CAP_SYS_ADMIN')) {
    errors.push(
      fieldError.invalid(
        path,
        context,
        'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
      ),
    );
  }
  return errors;
}
