import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import type { PodSpec } from './pod-spec.js';
import type { PodSecurityContext, SecurityContext } from './security-context.js';

const LISTS = ['containers', 'initContainers', 'ephemeralContainers'] as const;
/** Linux-only fields. */
const LINUX_POD: readonly (keyof PodSecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
];
const LINUX_CONTAINER: readonly (keyof SecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

/** A pod with an OS must not set fields of another one (C-230). */
export function validateOs(path: FieldPath, spec: PodSpec): FieldError[] {
  if (!spec.os) return [];
  const { name } = spec.os;
  const at = path.child('os');
  if (!name) return [fieldError.required(at.child('name'), 'cannot be empty')];
  if (name === 'linux') return validateLinux(path, spec);
  if (name === 'windows') return validateWindows(path, spec);
  return validateOneOf(at, name, ['linux', 'windows']);
}

function validateLinux(path: FieldPath, spec: PodSpec): FieldError[] {
  const refuse = (at: FieldPath): FieldError =>
    fieldError.forbidden(at.child('windowsOptions'), 'windows options cannot be set for a linux pod');
  const errors = spec.securityContext?.windowsOptions ? [refuse(path.child('securityContext'))] : [];
  for (const [at, context] of containerContexts(path, spec)) if (context.windowsOptions) errors.push(refuse(at));
  return errors;
}

function validateWindows(path: FieldPath, spec: PodSpec): FieldError[] {
  const refuse = (at: FieldPath): FieldError => fieldError.forbidden(at, 'cannot be set for a windows pod');
  const context = spec.securityContext ?? {};
  const errors = LINUX_POD.filter((name) => context[name] !== undefined).map((name) =>
    refuse(path.child('securityContext').child(name)),
  );
  if (spec.hostUsers !== undefined) errors.push(refuse(path.child('hostUsers')));
  for (const name of ['hostPID', 'hostIPC', 'shareProcessNamespace'] as const) {
    if (spec[name]) errors.push(refuse(path.child(name)));
  }
  for (const [at, own] of containerContexts(path, spec)) {
    for (const name of LINUX_CONTAINER) if (own[name] !== undefined) errors.push(refuse(at.child(name)));
  }
  return errors;
}

const containerContexts = (path: FieldPath, spec: PodSpec): (readonly [FieldPath, SecurityContext])[] =>
  LISTS.flatMap((list) =>
    (spec[list] ?? []).flatMap(({ securityContext }, index) =>
      securityContext ? [[path.child(list).index(index).child('securityContext'), securityContext] as const] : [],
    ),
  );
