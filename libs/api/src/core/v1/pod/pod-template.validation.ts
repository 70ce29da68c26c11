import { fieldError, validateAnnotations, validateLabels, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { PodTemplateSpec } from './pod-template-spec.js';
import { validatePodAnnotations } from './pod-annotations.validation.js';
import { validatePodSpec } from './pod-spec.validation.js';

/**
 * The pod template of a workload: metadata of its pods, and a spec with the rules of a pod. The workload validates the restart
 * policy and the selector.
 * @param path of the template, e.g. `spec.template`.
 */
export function validatePodTemplateSpec(
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  vocabulary: Vocabulary,
): FieldError[] {
  const { metadata, spec } = template ?? {};
  const meta = path.child('metadata');
  const at = path.child('spec');
  return [
    ...(metadata?.labels ? validateLabels(metadata.labels, meta.child('labels')) : []),
    ...(metadata?.annotations ? validateAnnotations(metadata.annotations, meta.child('annotations')) : []),
    ...validatePodAnnotations(meta.child('annotations'), metadata?.annotations, spec, vocabulary.annotations),
    ...validatePodSpec(at, spec, vocabulary),
    ...(spec?.ephemeralContainers?.length
      ? [fieldError.forbidden(at.child('ephemeralContainers'), 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
