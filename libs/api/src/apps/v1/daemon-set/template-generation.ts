import type { DaemonSet } from './daemon-set.types.js';

/** Annotation with the template generation, a field removed from this version. Clients cannot change it. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** 0 without the annotation. */
export const templateGenerationOf = ({ metadata }: DaemonSet): number =>
  Number(metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);

/** @param generation default: that of the set. */
export function withTemplateGeneration(set: DaemonSet, generation = templateGenerationOf(set)): DaemonSet {
  const { metadata } = set;
  const annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
  return { ...set, metadata: { ...metadata, annotations } };
}
