import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateRelativePath } from '../volume/local-paths.js';
import { isAppArmorAnnotation, matchesProfile } from './app-armor.js';
import type { PodSpec } from './pod-spec.js';
import type { Pod } from './pod.types.js';
import type { AppArmorProfile, SeccompProfile } from './security-context.js';

type Annotations = Readonly<Record<string, string>>;
type Names = Vocabulary['annotations'];

/** Annotations of a pod or pod template that nodes and controllers evaluate. @param path of the annotations. */
export function validatePodAnnotations(
  path: FieldPath,
  annotations: Annotations = {},
  spec: PodSpec | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const containers = containerNames(spec);
  const { mirrorPod, podDeletionCost, appArmorPrefix, seccompPod, seccompContainerPrefix } = names;
  for (const [key, value] of Object.entries(annotations)) {
    const at = path.key(key);
    if (key === mirrorPod && !spec?.nodeName) {
      errors.push(fieldError.invalid(at, value, 'must set spec.nodeName if mirror pod annotation is set'));
    } else if (key === podDeletionCost && !isInt32(value)) {
      errors.push(fieldError.invalid(at, value, 'must be a 32bit integer'));
    } else if (key === seccompPod || key.startsWith(seccompContainerPrefix)) {
      // Without brackets, as kube-apiserver names them.
      errors.push(...validateSeccompAnnotation(path.child(key), value));
    } else if (key.startsWith(appArmorPrefix)) {
      errors.push(...validateAppArmorAnnotation(at, value, key.slice(appArmorPrefix.length), containers));
    }
  }
  return errors;
}

/** Immutable annotations of a pod: security profiles, which were validated on create, and the mirror pod annotation. */
export function validatePodAnnotationsUpdate(path: FieldPath, pod: Pod, old: Pod, names: Names): FieldError[] {
  const now = pod.metadata.annotations ?? {};
  const before = old.metadata.annotations ?? {};
  const fixed: readonly (readonly [what: string, isFixed: (key: string) => boolean])[] = [
    ['AppArmor annotations', (key) => key.startsWith(names.appArmorPrefix)],
    ['mirror pod annotation', (key) => key === names.mirrorPod],
  ];
  const errors = fixed.flatMap(([what, isFixed]) => {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(isFixed);
    return keys
      .filter((key) => now[key] !== before[key])
      .map((key) =>
        fieldError.forbidden(path.key(key), `may not ${key in before ? 'remove or update' : 'add'} ${what}`),
      );
  });
  const stored = new Set(validatePodAnnotations(path, before, old.spec, names).map((error) => error.field));
  // An invalid annotation stored by an older release does not block other changes.
  return [...errors, ...validatePodAnnotations(path, now, pod.spec, names).filter(({ field }) => !stored.has(field))];
}

/**
 * Security profiles must be equal in field and annotation.
 * @param path of the spec. @param ofAll AppArmor profile of containers without one: of a template. In a pod their annotations win.
 */
export function validateProfilesAgree(
  path: FieldPath,
  spec: PodSpec | undefined,
  annotations: Annotations = {},
  { appArmorPrefix, seccompPod, seccompContainerPrefix }: Names,
  ofAll?: AppArmorProfile,
): FieldError[] {
  if (!spec) return [];
  const seccomp = validateSeccompAgrees(path, spec.securityContext, annotations[seccompPod]);
  const appArmor: FieldError[] = [];
  for (const list of ['initContainers', 'containers'] as const)
    for (const [index, { name, securityContext }] of (spec[list] ?? []).entries()) {
      const at = path.child(list).index(index);
      seccomp.push(...validateSeccompAgrees(at, securityContext, annotations[seccompContainerPrefix + name]));
      appArmor.push(
        ...validateAppArmorAgrees(at, securityContext?.appArmorProfile ?? ofAll, annotations[appArmorPrefix + name]),
      );
    }
  return spec.os?.name === 'windows' ? seccomp : [...seccomp, ...appArmor];
}

/** @param path of a pod or container. */
function validateSeccompAgrees(
  path: FieldPath,
  context: { readonly seccompProfile?: SeccompProfile } = {},
  annotation: string | undefined,
): FieldError[] {
  const { seccompProfile: profile } = context;
  if (!profile || annotation === undefined) return [];
  const isRuntimeDefault = profile.type === 'RuntimeDefault' && annotation === 'docker/default';
  if (isRuntimeDefault || matchesProfile(annotation, profile)) return [];
  return disagreement('seccomp', path.child('securityContext').child('seccompProfile'), profile, annotation);
}

/** @param path of a container. */
function validateAppArmorAgrees(
  path: FieldPath,
  profile: AppArmorProfile | undefined,
  annotation: string | undefined,
): FieldError[] {
  if (!profile || annotation === undefined || matchesProfile(annotation, profile)) return [];
  return disagreement('apparmor', path.child('securityContext').child('appArmorProfile'), profile, annotation);
}

const disagreement = (what: string, path: FieldPath, { type }: AppArmorProfile, annotation: string): FieldError[] =>
  type === 'Localhost' && annotation.startsWith('localhost/')
    ? [fieldError.forbidden(path.child('localhostProfile'), `${what} profile in annotation and field must match`)]
    : [fieldError.forbidden(path.child('type'), `${what} type in annotation and field must match`)];

function validateAppArmorAnnotation(
  path: FieldPath,
  value: string,
  container: string,
  containers: ReadonlySet<string>,
): FieldError[] {
  return [
    ...(containers.has(container) ? [] : [fieldError.invalid(path, container, 'container not found')]),
    ...(isAppArmorAnnotation(value)
      ? []
      : [fieldError.invalid(path, value, `invalid AppArmor profile name: ${JSON.stringify(value)}`)]),
  ];
}

const containerNames = (spec: PodSpec | undefined): ReadonlySet<string> =>
  new Set(
    [...(spec?.initContainers ?? []), ...(spec?.containers ?? []), ...(spec?.ephemeralContainers ?? [])].map(
      ({ name }) => name,
    ),
  );

function validateSeccompAnnotation(path: FieldPath, value: string): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(value)) return [];
  return value.startsWith('localhost/')
    ? validateRelativePath(path, value.slice('localhost/'.length))
    : [fieldError.invalid(path, value, 'must be a valid seccomp profile')];
}

const isInt32 = (text: string): boolean => /^(0|[1-9]\d*|-\d+)$/.test(text) && (Number(text) | 0) === Number(text);
