import type { Pod, PodSpec } from '@orch/api';
import type { AnnotationNames } from './violation.js';

type AnyContainer = { readonly name: string; readonly image?: string };

/**
 * Whether an update of a pod is checked: if it changes images, containers or the profiles in annotations. Other mutable fields of a
 * pod have no check, so that pods older than the current level can still be labelled and resized.
 */
export function isSignificantUpdate(
  { metadata, spec }: Pod,
  { metadata: oldMetadata, spec: old }: Pod,
  names: AnnotationNames,
): boolean {
  if (profilesOf(metadata.annotations, names) !== profilesOf(oldMetadata.annotations, names)) return true;
  const lists = (of: PodSpec | undefined): readonly (readonly AnyContainer[])[] => [
    of?.containers ?? [],
    of?.initContainers ?? [],
  ];
  const [now, before] = [lists(spec), lists(old)];
  const replaced = now.some(
    (list, index) =>
      list.length !== before[index]!.length || list.some(({ image }, at) => image !== before[index]![at]!.image),
  );
  if (replaced) return true;
  const stored = new Map((old?.ephemeralContainers ?? []).map(({ name, image }) => [name, image]));
  return (spec?.ephemeralContainers ?? []).some(({ name, image }) => !stored.has(name) || stored.get(name) !== image);
}

/** Comparable text of the annotations that hold seccomp and AppArmor profiles. */
function profilesOf(annotations: Readonly<Record<string, string>> = {}, names: AnnotationNames): string {
  const { seccompPod, seccompContainerPrefix, appArmorPrefix } = names;
  return Object.keys(annotations)
    .filter((key) => key === seccompPod || key.startsWith(seccompContainerPrefix) || key.startsWith(appArmorPrefix))
    .sort()
    .map((key) => `${key}=${annotations[key]}`)
    .join('\n');
}
