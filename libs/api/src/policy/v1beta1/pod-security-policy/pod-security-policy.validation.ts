import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { checkName } from '../../../validation/names.js';
import { validateOneOf } from '../../../validation/values.js';
import type { IDRange, PodSecurityPolicySpec, RuntimeClassStrategyOptions } from './pod-security-policy.types.js';
import { SysctlPatterns } from './sysctl-patterns.js';

const SPEC = FieldPath.of('spec');
const ANY = '*';
const VOLUMES = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephFS',
  'cinder',
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'gitRepo',
  'glusterfs',
  'hostPath',
  'iscsi',
  'nfs',
  'none',
  'persistentVolumeClaim',
  'photonPersistentDisk',
  'portworxVolume',
  'projected',
  'quobyte',
  'rbd',
  'scaleIO',
  'secret',
  'storageos',
  'vsphereVolume',
  ANY,
];
const GROUP_RULES = ['MayRunAs', 'MustRunAs', 'RunAsAny'];
const MAX_SYSCTL_LENGTH = 253;
const SYSCTL =
  /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?\.)*([a-z0-9]([-_a-z0-9]*[a-z0-9])?|\*|[a-z0-9]([-_a-z0-9]*[a-z0-9])?\*)$/;

/** Rules of a policy (B-439). */
export function validatePodSecurityPolicy(spec: PodSecurityPolicySpec): FieldError[] {
  const rule = (field: 'seLinux' | 'runAsUser' | 'supplementalGroups' | 'fsGroup', allowed: readonly string[]) =>
    validateOneOf(SPEC.child(field).child('rule'), spec[field]?.rule ?? '', allowed);
  const { runAsGroup } = spec;
  return [
    ...rule('runAsUser', ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny']),
    ...validateRanges(SPEC.child('runAsUser').child('ranges'), spec.runAsUser?.ranges),
    ...(runAsGroup ? validateOneOf(SPEC.child('runAsGroup').child('rule'), runAsGroup.rule ?? '', GROUP_RULES) : []),
    ...validateRanges(SPEC.child('runAsGroup').child('ranges'), runAsGroup?.ranges),
    ...rule('seLinux', ['MustRunAs', 'RunAsAny']),
    ...rule('supplementalGroups', GROUP_RULES),
    ...validateRanges(SPEC.child('supplementalGroups').child('ranges'), spec.supplementalGroups?.ranges),
    ...rule('fsGroup', GROUP_RULES),
    ...validateRanges(SPEC.child('fsGroup').child('ranges'), spec.fsGroup?.ranges),
    ...(spec.volumes ?? []).flatMap((volume, i) => validateOneOf(SPEC.child('volumes').index(i), volume, VOLUMES)),
    ...validateCapabilities(spec),
    ...validateEscalation(spec),
    ...validateSysctls(spec),
    ...validateAllowed(spec),
    ...validateRuntimeClass(spec.runtimeClass),
  ];
}

function validateRanges(path: FieldPath, ranges: readonly IDRange[] = []): FieldError[] {
  return ranges.flatMap(({ min = 0, max = 0 }, index) => {
    const at = path.index(index);
    return [
      ...(min < 0 ? [fieldError.invalid(at.child('min'), min, 'min cannot be negative')] : []),
      ...(max < 0 ? [fieldError.invalid(at.child('max'), max, 'max cannot be negative')] : []),
      ...(min > max ? [fieldError.invalid(at.child('min'), min, 'min cannot be greater than max')] : []),
    ];
  });
}

function validateCapabilities(spec: PodSecurityPolicySpec): FieldError[] {
  const dropped = spec.requiredDropCapabilities ?? [];
  const mustDrop = new Set(dropped);
  const contradictions = (['defaultAddCapabilities', 'allowedCapabilities'] as const).flatMap((field) =>
    (spec[field] ?? [])
      .filter((capability) => mustDrop.has(capability))
      .map((capability) =>
        fieldError.invalid(
          SPEC.child(field),
          capability,
          `capability is listed in ${field} and requiredDropCapabilities`,
        ),
      ),
  );
  if (dropped.length === 0 || !spec.allowedCapabilities?.includes(ANY)) return contradictions;
  const path = SPEC.child('requiredDropCapabilities');
  return [
    fieldError.invalid(path, dropped, 'must be empty when all capabilities are allowed by a wildcard'),
    ...contradictions,
  ];
}

function validateEscalation({
  defaultAllowPrivilegeEscalation,
  allowPrivilegeEscalation = true,
}: PodSecurityPolicySpec): FieldError[] {
  if (defaultAllowPrivilegeEscalation !== true || allowPrivilegeEscalation) return [];
  return [
    fieldError.invalid(
      SPEC.child('defaultAllowPrivilegeEscalation'),
      true,
      'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true',
    ),
  ];
}

/** Names or prefixes; none may be both allowed and forbidden. */
function validateSysctls({ allowedUnsafeSysctls = [], forbiddenSysctls = [] }: PodSecurityPolicySpec): FieldError[] {
  const shaped = (field: string, names: readonly string[]) =>
    names.flatMap((name, i) => {
      const at = SPEC.child(field).index(i);
      if (name === '') return [fieldError.invalid(at, name, 'empty sysctl not allowed')];
      return name.length <= MAX_SYSCTL_LENGTH && SYSCTL.test(name)
        ? []
        : [
            fieldError.invalid(
              at,
              name,
              `must have at most ${MAX_SYSCTL_LENGTH} characters and match regex ${SYSCTL.source}`,
            ),
          ];
    });
  const forbidden = new SysctlPatterns(forbiddenSysctls);
  const overlaps = allowedUnsafeSysctls.flatMap((name, i) =>
    forbidden.overlaps(name)
      ? [fieldError.invalid(SPEC.child('allowedUnsafeSysctls').index(i), name, 'sysctl overlaps with a forbidden one')]
      : [],
  );
  return [
    ...shaped('allowedUnsafeSysctls', allowedUnsafeSysctls),
    ...shaped('forbiddenSysctls', forbiddenSysctls),
    ...overlaps,
  ];
}

function validateAllowed(spec: PodSecurityPolicySpec): FieldError[] {
  return [
    ...(spec.allowedHostPaths ?? []).flatMap(({ pathPrefix = '' }, i) => {
      const path = SPEC.child('allowedHostPaths').index(i).child('pathPrefix');
      if (pathPrefix === '') return [fieldError.required(path)];
      return pathPrefix.split('/').includes('..')
        ? [fieldError.invalid(path, pathPrefix, "must not contain '..'")]
        : [];
    }),
    ...(spec.allowedFlexVolumes ?? []).flatMap(({ driver }, i) =>
      driver
        ? []
        : [fieldError.required(SPEC.child('allowedFlexVolumes').index(i).child('driver'), 'must specify a driver')],
    ),
    ...(spec.allowedCSIDrivers ?? []).flatMap(({ name }, i) => {
      const path = SPEC.child('allowedCSIDrivers').index(i).child('name');
      return name ? checkName(path, name.toLowerCase(), 'dns-subdomain') : [fieldError.required(path)];
    }),
    ...(spec.allowedProcMountTypes ?? []).flatMap((type, i) =>
      validateOneOf(SPEC.child('allowedProcMountTypes').index(i), type, ['Default', 'Unmasked']),
    ),
  ];
}

function validateRuntimeClass(runtimeClass: RuntimeClassStrategyOptions | undefined): FieldError[] {
  if (!runtimeClass) return [];
  const { allowedRuntimeClassNames, defaultRuntimeClassName: chosen } = runtimeClass;
  const names = allowedRuntimeClassNames ?? [];
  const path = SPEC.child('runtimeClass').child('allowedRuntimeClassNames');
  const errors = names.flatMap((name, i) => {
    if (name !== ANY) return checkName(path.index(i), name, 'dns-subdomain');
    return names.length === 1
      ? []
      : [fieldError.invalid(path, names, 'if * is present, must not specify other RuntimeClass names')];
  });
  if (chosen === undefined || names.includes(ANY) || names.includes(chosen)) return errors;
  const at = SPEC.child('runtimeClass').child('defaultRuntimeClassName');
  return [...errors, fieldError.required(at, 'default RuntimeClass must be allowed')];
}
