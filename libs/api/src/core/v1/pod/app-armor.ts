import type { Vocabulary } from '@orch/vocabulary';
import type { Pod } from './pod.types.js';
import type { AppArmorProfile } from './security-context.js';

const UNCONFINED = 'unconfined';
const RUNTIME_DEFAULT = 'runtime/default';
const LOCALHOST = 'localhost/';

/**
 * A new pod whose AppArmor profiles are annotations too, where they were sent as fields: agents of releases before 1.30 read only the
 * annotations. Annotations do not become fields, which typed clients of these releases would drop with their next update. The
 * same object where nothing is added.
 */
export function withAppArmorAnnotations(
  pod: Pod,
  { appArmorPrefix }: Pick<Vocabulary['annotations'], 'appArmorPrefix'>,
): Pod {
  const { spec, metadata } = pod;
  if (!spec || spec.os?.name === 'windows') return pod;
  const sent = metadata.annotations ?? {};
  const ofPod = spec.securityContext?.appArmorProfile;
  const added: Record<string, string> = {};
  for (const { name, securityContext } of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    const annotation = annotationOf(securityContext?.appArmorProfile ?? ofPod);
    const key = appArmorPrefix + name;
    if (annotation !== undefined && !Object.hasOwn(sent, key)) added[key] = annotation;
  }
  if (Object.keys(added).length === 0) return pod;
  return { ...pod, metadata: { ...metadata, annotations: { ...sent, ...added } } };
}

function annotationOf(profile: AppArmorProfile | undefined): string | undefined {
  if (profile?.type === 'Unconfined') return UNCONFINED;
  if (profile?.type === 'RuntimeDefault') return RUNTIME_DEFAULT;
  const { type, localhostProfile } = profile ?? {};
  return type === 'Localhost' && localhostProfile !== undefined ? LOCALHOST + localhostProfile : undefined;
}

/** Whether a value is one that an AppArmor annotation may have. */
export const isAppArmorAnnotation = (value: string): boolean =>
  value === '' || value === RUNTIME_DEFAULT || value === UNCONFINED || value.startsWith(LOCALHOST);

/** Whether annotation and field have the same profile, of AppArmor or seccomp. A localhost profile is compared by name. */
export function matchesProfile(annotation: string, { type, localhostProfile }: AppArmorProfile): boolean {
  if (type === 'Unconfined') return annotation === UNCONFINED;
  if (type === 'RuntimeDefault') return annotation === RUNTIME_DEFAULT;
  return annotation === LOCALHOST + (localhostProfile ?? '');
}
