import { fieldError, validateAnnotations, validateLabels, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { PodTemplateSpec } from './pod-template-spec.js';
import { validatePodAnnotations } from './pod-annotations.validation.js';
import { validatePodSpec } from './pod-spec.validation.js';

/**
 * The pod inside a workload: metadata that copies get, and a spec under the rules of a pod. Which restart policies fit, and
 * whether a selector matches the labels, is the workload's to say.
 * @param path where the template stands, e.g. `spec.template`.
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
