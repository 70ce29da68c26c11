import type { Pod, PodSpec } from '@orch/api';

type AnyContainer = { readonly name: string; readonly image?: string };

/**
 * Whether an update of a pod is judged by its security level: images and containers that came or went. What else can change in a
 * running pod has no check, so that pods from before a level was raised can still be labelled and resized.
 */
export function isSignificantUpdate({ spec }: Pod, { spec: old }: Pod): boolean {
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
