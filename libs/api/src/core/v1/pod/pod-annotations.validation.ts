import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { validateRelativePath } from '../volume/local-paths.js';
import { isAppArmorAnnotation, matchesAppArmor } from './app-armor.js';
import type { PodSpec } from './pod-spec.js';
import type { Pod } from './pod.types.js';

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
      errors.push(...validateSeccompAnnotation(at, value));
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

/** The profile of a container must be equal in field and annotation. @param path of the spec. */
export function validateAppArmorAgrees(
  path: FieldPath,
  { spec, metadata }: Pod,
  { appArmorPrefix }: Names,
): FieldError[] {
  if (!spec || spec.os?.name === 'windows') return [];
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ name, securityContext }, index) => {
      const profile = securityContext?.appArmorProfile;
      const annotation = metadata.annotations?.[appArmorPrefix + name];
      if (!profile || annotation === undefined || matchesAppArmor(annotation, profile)) return [];
      const at = path.child(list).index(index).child('securityContext').child('appArmorProfile');
      return profile.type === 'Localhost' && annotation.startsWith('localhost/')
        ? [fieldError.forbidden(at.child('localhostProfile'), 'apparmor profile in annotation and field must match')]
        : [fieldError.forbidden(at.child('type'), 'apparmor type in annotation and field must match')];
    }),
  );
}

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
