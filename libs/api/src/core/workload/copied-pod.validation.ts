import {
  fieldError,
  labelSelectorFromObject,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { PodTemplateSpec } from '../v1/pod/pod-template-spec.js';
import { validatePodTemplateSpec } from '../v1/pod/pod-template.validation.js';
import type { LabelSelector } from '../../meta/v1/label-selector.js';

/** The selector of a workload: required and not empty, since an empty one would match all pods (C-238). */
export function validateCopySelector(
  path: FieldPath,
  selector: LabelSelector | undefined,
  workload: string,
): FieldError[] {
  if (!selector) return [fieldError.required(path)];
  const isEmpty = Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length === 0;
  return [
    ...validateLabelSelector(selector, path),
    ...(isEmpty ? [fieldError.invalid(path, selector, `empty selector is invalid for ${workload}`)] : []),
  ];
}

/** The selector must match the template, else the workload would create pods without end (C-238). Invalid selectors are reported elsewhere. */
export function validateTemplateLabels(
  path: FieldPath,
  selector: LabelSelector | undefined,
  template: PodTemplateSpec | undefined,
): FieldError[] {
  if (!selector || !template || validateLabelSelector(selector, path).length > 0) return [];
  const { labels = {} } = template.metadata ?? {};
  return labelSelectorFromObject(selector).matches(labels)
    ? []
    : [
        fieldError.invalid(
          path.child('metadata').child('labels'),
          labels,
          '`selector` does not match template `labels`',
        ),
      ];
}

/** Replicas that run until deleted: they must restart. */
export function validateRestartAlways(
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  kind: string,
): FieldError[] {
  const { restartPolicy, activeDeadlineSeconds } = template?.spec ?? {};
  const spec = path.child('spec');
  return [
    ...(restartPolicy === undefined || restartPolicy === 'Always'
      ? []
      : [fieldError.notSupported(spec.child('restartPolicy'), restartPolicy, ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [
          fieldError.forbidden(
            spec.child('activeDeadlineSeconds'),
            `activeDeadlineSeconds in ${kind} is not Supported`,
          ),
        ]),
  ];
}

/**
 * The template of a workload with long-running replicas.
 * @param replicas desired number; several cannot share a writable disk.
 */
export function validateCopiedPod(
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  copies: { readonly kind: string; readonly selector: LabelSelector | undefined; readonly replicas: number },
  vocabulary: Vocabulary,
): FieldError[] {
  return [
    ...validateTemplateLabels(path, copies.selector, template),
    ...validatePodTemplateSpec(path, template, vocabulary),
    ...(copies.replicas > 1 ? validateSharedDisks(path, template) : []),
    ...validateRestartAlways(path, template, copies.kind),
  ];
}

function validateSharedDisks(path: FieldPath, template: PodTemplateSpec | undefined): FieldError[] {
  const volumes = path.child('spec').child('volumes');
  return (template?.spec?.volumes ?? []).flatMap(({ gcePersistentDisk }, index) =>
    gcePersistentDisk && !gcePersistentDisk.readOnly
      ? [
          fieldError.invalid(
            volumes.index(index).child('gcePersistentDisk').child('readOnly'),
            false,
            'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only.',
          ),
        ]
      : [],
  );
}
