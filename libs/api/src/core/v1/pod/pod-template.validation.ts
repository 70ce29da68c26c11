import { fieldError, validateAnnotations, validateLabels, type FieldError, type FieldPath } from '@orch/apimachinery';
import type { PodRules } from './pod-rules.js';
import type { PodTemplateSpec } from './pod-template-spec.js';
import { validatePodAnnotations, validateProfilesAgree } from './pod-annotations.validation.js';
import { validatePodSpec } from './pod-spec.validation.js';

/**
 * The pod template of a workload: metadata of its pods, and a spec with the rules of a pod. The workload validates the restart
 * policy and the selector.
 * @param path of the template, e.g. `spec.template`.
 */
export function validatePodTemplateSpec(
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  rules: PodRules,
): FieldError[] {
  const { spec, metadata } = template ?? {};
  const { appArmorProfile } = spec?.securityContext ?? {};
  const at = path.child('spec');
  return [
    ...validateTemplateMetadata(path, template, rules),
    ...validatePodSpec(at, spec, rules),
    ...validateProfilesAgree(at, spec, metadata?.annotations, rules.vocabulary.annotations, appArmorProfile),
    ...(spec?.ephemeralContainers?.length
      ? [fieldError.forbidden(at.child('ephemeralContainers'), 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}

/** Labels and annotations of the pods; kube-apiserver leaves the metadata out of these paths. */
export function validateTemplateMetadata(
  path: FieldPath,
  { metadata, spec }: Partial<PodTemplateSpec> = {},
  { vocabulary }: PodRules,
): FieldError[] {
  const { labels = {}, annotations = {} } = metadata ?? {};
  const at = path.child('annotations');
  return [
    ...validateLabels(labels, path.child('labels')),
    ...validateAnnotations(annotations, at),
    ...validatePodAnnotations(at, annotations, spec, vocabulary.annotations),
  ];
}
