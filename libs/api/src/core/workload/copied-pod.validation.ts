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

/** A selector that says which pods are counted: present and not empty, since an empty one would count all (C-238). */
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

/** What a workload makes must be what it counts, else it would make more for ever (C-238). A broken selector is told elsewhere. */
export function validateSelected(
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

/** Copies that are replaced when they end: they never stop by themselves. */
export function validateEndless(path: FieldPath, template: PodTemplateSpec | undefined, kind: string): FieldError[] {
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
 * The template of a workload whose copies stay up.
 * @param replicas how many there are to be; a disk that is written can only be in one place.
 */
export function validateCopiedPod(
  path: FieldPath,
  template: PodTemplateSpec | undefined,
  copies: { readonly kind: string; readonly selector: LabelSelector | undefined; readonly replicas: number },
  vocabulary: Vocabulary,
): FieldError[] {
  return [
    ...validateSelected(path, copies.selector, template),
    ...validatePodTemplateSpec(path, template, vocabulary),
    ...(copies.replicas > 1 ? validateSharedDisks(path, template) : []),
    ...validateEndless(path, template, copies.kind),
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
